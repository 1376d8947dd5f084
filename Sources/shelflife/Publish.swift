import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfModel
import ShelfTerminal
import ShelfWire

/// `shelflife publish`
struct Publish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Publish content to a running server.",
        discussion: """
            Checks the content file, its catalogue and the plan beside it, then sends them. Settings and app secrets \
            stay here. Pictures and packs of levels go first, those only that the \
            server lacks. The content becomes the server's next version, in force at once or \
            from --at on; what is published already stays. A version can be taken back with roll-back.

            What others have published since the version that the files were made from isn't undone: then nothing is \
            published, and what would be undone is listed. The file .shelflife-base beside the content has that \
            version's number and digest; export and publish write it.
            """)

    @Argument(
        help: "The content file, or the settings that name it; unless given, shelflife.yaml or content.yaml.",
        completion: .file(extensions: ["yaml", "yml"]))
    var file: String?

    @Option(help: "When it takes effect, such as 2026-11-27T18:00:00Z; unless given, at once.")
    var at: String?

    @Option(help: "From when on shelves show it. It takes effect as much earlier as they need to follow.")
    var shownFrom: String?

    @Option(help: "Why, for people who read the list of versions.")
    var reason: Reason?

    @Option(help: "The version that the files were made from; unless given, .shelflife-base says it. 0 for none.")
    var base: Int64?

    @Flag(help: "Let the planned appearances go, where there is no plan.yaml beside the content.")
    var dropPlan = false

    @OptionGroup var basis: BasisOptions
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        guard at == nil || shownFrom == nil else {
            throw ValidationError("Give --at, when it takes effect, or --shown-from, when shelves show it; not both.")
        }
    }

    func run() async throws {
        var from = try at.map { try InstantOption.read($0, of: "--at") }
        let shown = try shownFrom.map { try InstantOption.read($0, of: "--shown-from") }
        let loaded = try ConfigurationLoader.content(file: ShopFile.path(file), now: WallClock.now()).content
        let server = try admin.server()
        let folder = URL(filePath: loaded.file).deletingLastPathComponent()
        let files = try loaded.files.map(message)
        try await basis.check(on: server)
        let baseFile = BaseFile(folder: folder)
        let line = try await baseFile.line(of: server)
        let known = self.base ?? line?.number
        let base = known ?? 0
        if let shown { from = try await Self.start(ofContentShownFrom: shown, files, base: base, on: server) }
        let trial = ContentTrialRequest(
            files: files, fromMs: from?.milliseconds, base: base, over: basis.over, alsoIn: basis.other,
            dropPlan: dropPlan)
        if basis.dryRun { return try await basis.attempt(trial, on: server) }
        let request = ContentPublicationRequest(
            files: files, reason: reason?.text ?? "", fromMs: from?.milliseconds, base: base, over: basis.over,
            alsoIn: basis.other, dropPlan: dropPlan)
        try await PictureSending(server: server, folder: folder).send(loaded.masters)
        try await PackSending(server: server, folder: folder).send(loaded.packs)
        let changes = await basis.changes(by: trial, on: server)
        let answer: ContentPublicationAnswer
        do {
            answer = try await server.post(RequestTarget(.contentPublication).path, request)
        } catch let refusal as UsageError where known == nil {
            throw UsageError("\(refusal)\n\(Self.withoutBase)")
        }
        Output.print((answer.isNew ? changes : []) + answer.lines)
        Output.print(await basis.changesInOther(on: server))
        do {
            try baseFile.write(answer.version, inPlaceOf: line)
        } catch {
            // It is published all the same, so the command hasn't failed.
            Output.print("Give --base \(answer.version.number) when you publish these files again: \(error)")
        }
    }

    /// When content has to take effect that shelves are to show from an instant on.
    private static func start(
        ofContentShownFrom shown: Instant, _ files: [ContentFileMessage], base: Int64, on server: AdminServer
    ) async throws -> Instant {
        let asked = ContentTrialRequest(files: files, fromMs: shown.milliseconds, base: base)
        let answer: ContentTrialAnswer = try await server.post(RequestTarget(.contentTrial).path, asked)
        let followed = answer.stores.map { Instant(milliseconds: $0.drawnUntilMs) }.max() ?? shown
        let lead = max(.zero, followed - shown)
        let start = shown - lead
        guard start > WallClock.now() else {
            let minutes = TimeSpan.minutes((lead.wholeSeconds + 59) / 60)
            throw UsageError(
                "--shown-from is too early: shelves need \(minutes) to follow; choose a later time, or leave it out")
        }
        return start
    }

    private static let withoutBase = """
        Nothing says which version of this server these files were made from. If you know its number, add --base; shelflife versions \
        lists them, and what shelflife export writes has it.
        """

    private func message(_ file: ContentFile) throws -> ContentFileMessage {
        guard file.staysInFolder else {
            throw UsageError(
                "\(file.path) must be in the content file's folder or below it, written without ./ and ../")
        }
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            throw UsageError("\(file.path) is not UTF-8; save it as UTF-8")
        }
        return ContentFileMessage(path: file.path, text: text)
    }
}
