import ArgumentParser
import Foundation

/// `shelflife-bench stores`: what a minute of many stores costs, and how soon a server with many answers.
struct StoresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stores",
        abstract: "Measures a minute of many stores of 80 positions.",
        discussion: """
            Each count gets a server in a process of its own, with its database and folder on this machine's disk. \
            Its time is moved on by hand; meanwhile requests over the loopback ask for windows, the time, the list \
            of stores and sign-ins. Then the program serves a hundred stores, is ended and started again.
            """)

    @Option(help: "Numbers of stores, separated by commas.")
    var counts = "10,100,1000"

    @Option(help: "How many stores the program serves that is started again; 0 leaves that out.")
    var restarted = 100

    @Option(help: "A file that keeps the figures, as JSON.", completion: .file())
    var json: String?

    private var numbers: [Int] { counts.split(separator: ",").compactMap { Int($0) } }

    func validate() throws {
        guard !numbers.isEmpty, numbers.allSatisfy({ $0 > 0 }), restarted >= 0 else {
            throw ValidationError(
                "--counts must be numbers of stores such as 10,100; --restarted must not be negative.")
        }
    }

    func run() async throws {
        var results = StoresResults()
        print(StoresResults.head)
        for count in numbers {
            for isNew in [true, false] {
                let stages = try await StoresStage.all(count: count, isNew: isNew) { print($0.row) }
                results.stages += stages
            }
        }
        if restarted > 0 {
            results.starts = try await ColdStart(stores: restarted).measure()
            for start in results.starts { print(start.row) }
        }
        if let json { try results.write(to: json) }
    }
}
