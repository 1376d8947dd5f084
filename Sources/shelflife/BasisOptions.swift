import ArgumentParser
import Foundation
import ShelfModel
import ShelfTerminal
import ShelfWire

/// What an admin has seen of a server's content, and whether a publication is only tried.
struct BasisOptions: ParsableArguments {
    @Option(help: "Accept that versions up to this one are undone, undo this, or come early.")
    var over: Int64?

    @Option(help: "Make the same changes in this scheduled version, so that it doesn't undo them.")
    var alsoIn: [Int64] = []

    @Flag(help: "Show what would differ and what is wrong, and change nothing.")
    var dryRun = false

    func validate() throws {
        for (name, number) in [("--over", over), ("--also-in", other)] {
            guard let number, number < 1 else { continue }
            throw ValidationError("\(name) is \(number), but versions are counted from 1.")
        }
        guard alsoIn.count < 2 else {
            throw ValidationError(
                """
                --also-in takes one version. Publish the change into the last of them first: export it, make the change, and \
                publish it --at its instant.
                """)
        }
    }

    /// The scheduled version that gets the same changes.
    var other: Int64? { alsoIn.first }

    /// Looks at a server's versions before anything is sent to it.
    ///
    /// - Throws: where files own the content, so that nothing can be published; and for a number that no version has
    ///   yet, since nobody has seen what it would undo.
    func check(on server: AdminServer) async throws {
        let answer: ContentVersionsAnswer
        do {
            answer = try await server.get(RequestTarget(.contentVersions, query: "limit=1").path)
        } catch is AdminServer.Forbidden {
            return
        }
        guard dryRun || answer.owner == .server else {
            let place = answer.source.map { " at \($0)" } ?? ""
            throw UsageError(
                "\(server.url) takes its content from its own files, so nothing was sent; change them\(place)")
        }
        guard let over else { return }
        let newest = answer.versions.first?.number ?? 0
        guard over <= newest else {
            throw UsageError(
                "--over is \(over), but the newest version is \(newest); give the number that the refusal names")
        }
    }

    /// Asks a server what a publication would do.
    ///
    /// - Throws: `ExitCode` where it couldn't be made, after saying why.
    func attempt(_ request: ContentTrialRequest, on server: AdminServer) async throws {
        let answer: ContentTrialAnswer = try await server.post(RequestTarget(.contentTrial).path, request)
        Output.print(answer.lines)
        if !answer.isPossible { throw ExitCode.failure }
    }

    /// Asks a server what a publication changes in the content whose place it takes.
    ///
    /// - Returns: nothing where the server doesn't tell, as for a token that may write content and not read it.
    func changes(by trial: ContentTrialRequest, on server: AdminServer) async -> [String] {
        let answer: ContentTrialAnswer? = try? await server.post(RequestTarget(.contentTrial).path, trial)
        guard let difference = answer?.difference else { return [] }
        let before: ContentVersionRecord? =
            trial.fromMs == nil
            ? nil : try? await server.get(RequestTarget(.contentVersion, ["\(difference.from)"]).path)
        guard let before, before.fromMs > WallClock.now().milliseconds else {
            return difference.lines(ifNone: Self.nothing)
        }
        let from = RFC3339.text(Instant(milliseconds: before.fromMs))
        let none =
            "Nothing that players see changes then: version \(before.number) has the same, and takes effect at \(from)."
        return ["The changes from version \(before.number), which takes effect before it, at \(from):"]
            + difference.lines(ifNone: none)
    }

    /// Asks a server what has become of the scheduled version that got the same changes.
    ///
    /// - Returns: nothing where there is no such version, or the server doesn't tell.
    func changesInOther(on server: AdminServer) async -> [String] {
        guard let other,
            let version: ContentVersionRecord = try? await server.get(
                RequestTarget(.contentVersion, ["\(other)"]).path),
            let next = version.replacedBy,
            let difference: ContentDifferenceAnswer = try? await server.get(
                RequestTarget(.contentDifference, query: "from=\(other)&to=\(next)").path)
        else { return [] }
        return ["In version \(next), which takes the place of version \(other):"]
            + difference.lines(ifNone: Self.nothing).map { "  \($0)" }
    }

    /// What a publication without a plan would take away, and what to do.
    static func leftOut(_ appearances: Int) -> String {
        let planned = appearances == 1 ? "1 planned appearance" : "\(appearances) planned appearances"
        return """
            \(planned) would go, because there is no \(ContentFile.plan) beside the content. Put the one there that \
            `shelflife export` writes, or add --drop-plan to mean it.
            """
    }

    private static let nothing = "Nothing that players see changes."
}

extension ContentTrialAnswer {
    fileprivate var lines: [String] {
        let undone = over.map { over in
            let other = scheduled.map { ", or --also-in \($0) makes the change there, too" } ?? ""
            return ["It would be refused, unless you mean it by --over \(over)\(other):"]
                + self.undone.map { "  \($0.text)" }
        }
        let leftOut = droppedAppearances.map { ["It would be refused: \(BasisOptions.leftOut($0))"] }
        let stores = stores.map { store in
            let until = RFC3339.text(Instant(milliseconds: store.drawnUntilMs))
            return "  \(store.store): what it shows until \(until) stays"
        }
        let changes = difference.map { $0.lines(ifNone: "Nothing that players see would change.") }
        return problems.map(\.text) + (changes ?? []) + (undone ?? []) + (leftOut ?? []) + stores
            + ["Nothing was changed."]
    }
}
