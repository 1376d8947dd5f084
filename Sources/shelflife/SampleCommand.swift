import ArgumentParser
import ShelfDatabase
import ShelfSample

/// `shelflife sample`
struct SampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample",
        abstract: "Write the sample configuration and catalogue into a folder.",
        discussion: "Nothing that is there is overwritten. Release dates of the newest items start from now.")

    @Argument(help: "The folder; it is made if need be.", completion: .directory)
    var folder: String

    func run() throws {
        do {
            try SampleFiles.write(to: folder, start: WallClock.now())
        } catch {
            throw StorageError.explaining(error, at: folder)
        }
        Output.print("The sample is in \(folder). Try: shelflife check \(folder)/\(SampleFiles.settings)")
    }
}
