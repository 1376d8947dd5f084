package import Logging
package import ShelfDatabase
import ShelfModel
package import ShelfVault

/// Keeps a server in step with the wrapping keys of its database.
///
/// The server tells the others which keys it knows, and seals under a newer one as soon as all that live know it. Then
/// the rows that were sealed before follow, a small batch at a time, so that no order waits for long. One server does
/// that. A pass that was broken off begins anew and skips what is done.
package actor Rekeying {
    private let keys: SealingKeys
    private let database: any VaultDatabase
    private let id: [UInt8]
    private let name: String
    private let timeline: Timeline
    private let logger: Logger
    private var batch = ResealingBatch()
    private var sealedAnew = 0
    private var reportedAt = Instant.distantPast

    /// How often a server reports.
    private static let interval = TimeSpan.seconds(10)

    /// - Parameters:
    ///   - id: 16 random bytes.
    ///   - name: what people call the server.
    package init(
        keys: SealingKeys, database: any VaultDatabase, id: [UInt8], name: String, timeline: Timeline, logger: Logger
    ) {
        (self.keys, self.database, self.id, self.name) = (keys, database, id, name)
        (self.timeline, self.logger) = (timeline, logger)
    }

    /// Reports and seals anew, until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do {
                try await turn()
            } catch {
                if Task.isCancelled { return }
                logger.error("the wrapping keys aren't followed", metadata: ["why": "\(error)"])
            }
            try? await timeline.sleep(until: timeline.now + Self.interval)
        }
    }

    /// Reports once, and passes over all rows if some may be sealed under an earlier key.
    package func turn() async throws {
        let report = try await report()
        guard let key = report.sealing, key.wholeAt == nil, report.isInStep, report.servers.first?.id == id else {
            return
        }
        let count = try await passOverRows()
        // A transaction that began before a server changed to the key may be committed after its rows were passed over.
        // So only a pass that begins a while later and finds nothing tells that everything is done.
        guard count == 0, key.sealsFrom.map({ timeline.now - $0 >= Self.interval }) ?? false else { return }
        try await database.scrub()
        if try await database.noteWhole(key, at: timeline.now) {
            logger.notice(
                "everything is sealed under the new wrapping key",
                metadata: ["key": "\(WrappingKey.name(key.number))", "values": "\(sealedAnew)"])
            sealedAnew = 0
        }
    }

    /// Tells the other servers which keys this one knows, and seals under the database's from then on.
    @discardableResult
    package func report() async throws -> SealingReport {
        reportedAt = timeline.now
        let report = try await database.report(serverOf: id, named: name, at: reportedAt)
        guard let key = report.sealing, key.number != keys.sealing else { return report }
        // Without the key nothing more is sealed: under an earlier one others would have to look for it.
        keys.seal(with: key.number)
        guard keys.numbers.contains(key.number) else { throw SealingError.missingKey(key.number) }
        logger.notice("another wrapping key seals", metadata: ["key": "\(WrappingKey.name(key.number))"])
        return try await database.report(serverOf: id, named: name, at: timeline.now)
    }

    /// What to tell an operator, in lines.
    package func status() async throws -> String {
        let report = try await report()
        guard let key = report.sealing else { return "the database isn't sealed" }
        var lines = [
            "keys known here: \(keys.numbers.sorted().map(WrappingKey.name).joined(separator: ", "))",
            "sealed under: \(WrappingKey.name(key.number))",
        ]
        if let awaited = report.awaited {
            let lacking = report.servers.filter { $0.newestKey < awaited.number }.map(\.name)
            lines.append(
                "\(WrappingKey.name(awaited.number)) waits for: \(lacking.joined(separator: "; ")) (one that has ended, until 30 s have passed)"
            )
        }
        let behind = report.servers.filter { $0.sealsWith != key.number }.map(\.name)
        if !behind.isEmpty {
            lines.append("still under another key, and waited for: \(behind.joined(separator: "; "))")
        }
        let left = try await database.valuesSealed(underOthersThan: key.number)
        lines.append(
            key.wholeAt != nil && left == 0
                ? "no value is sealed under a former key"
                : "sealed under former keys: \(left) values; \(sealedAnew) were sealed anew by this server")
        lines.append("servers: \(report.servers.map(\.name).joined(separator: "; "))")
        return lines.joined(separator: "\n")
    }

    private func passOverRows() async throws -> Int {
        var (place, count): (ResealingPlace?, Int) = (.start, 0)
        while let from = place {
            try Task.checkCancellation()
            let began = timeline.now
            let done = try await database.reseal(from: from, atMost: batch.rows)
            batch.note(took: timeline.now - began)
            (place, count, sealedAnew) = (done.next, count + done.count, sealedAnew + done.count)
            // While many rows are passed over, the others must hear that this server lives.
            if timeline.now - reportedAt >= Self.interval { try await report() }
            try await timeline.sleep(until: timeline.now + ResealingBatch.goal)
        }
        return count
    }
}
