import ArgumentParser
import Foundation
import ShelfModel
import ShelfWire

/// What an admin has seen of a server's content, and whether a publication is only tried.
struct BasisOptions: ParsableArguments {
    @Option(help: "Accept that versions up to this one are undone, or undo this.")
    var over: Int64?

    @Option(help: "Make the same changes in this scheduled version, so that it doesn't undo them.")
    var alsoIn: Int64?

    @Flag(help: "Show what would differ and what is wrong, and change nothing.")
    var dryRun = false

    func validate() throws {
        for case (let name, let number?) in [("--over", over), ("--also-in", alsoIn)] where number < 1 {
            throw ValidationError("\(name) is \(number), but versions are counted from 1.")
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
}

extension ContentTrialAnswer {
    fileprivate var lines: [String] {
        let undone = over.map { over in
            let other = scheduled.map { ", or --also-in \($0) makes the change there, too" } ?? ""
            return ["It would be refused, unless you mean it by --over \(over)\(other):"]
                + self.undone.map { "  \($0.text)" }
        }
        let stores = stores.map { store in
            let until = RFC3339.text(Instant(milliseconds: store.drawnUntilMs))
            return "  \(store.store): what it shows until \(until) stays"
        }
        return problems.map(\.text) + (difference?.lines ?? []) + (undone ?? []) + stores
            + ["Nothing was changed."]
    }
}
