import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// What all routes that change the content do alike: read the files that are sent, and answer with the version that was
/// made.
struct ContentPublishing {
    let database: any AuditDatabase

    /// Reads sent files off the event loops, since they may be very long.
    static func files(_ sent: [ContentFileMessage]) async throws -> [ContentFile] {
        try await Task.detached { try [ContentFile](sent) }.value
    }

    /// Writes into the audit log that something was published before, even if the client has gone.
    private func note(_ use: AdminUse) async throws {
        let entry = use.entry(200)
        try await Task { try await database.audit(entry) }.value
    }

    /// Answers a change of the content. It is in the audit log in one transaction with the version that it made.
    ///
    /// - Parameter isOwn: whether the request has the content. What is wrong with others' is told only to those who may
    ///   read it.
    func answer(
        _ use: AdminUse, isOwn: Bool = true,
        _ change: (@escaping ContentVersions.Audit) async throws -> ContentVersions.Change
    ) async throws -> ContentPublicationAnswer {
        do {
            let change = try await change { added in
                added.map {
                    use.entry(200, about: AuditSubject(reason: "version \($0.number): \($0.reason)"))
                }
            }
            let published: ContentVersions.Published
            switch change {
            case .published(let made): published = made
            case .otherContent: throw Problem.otherPlan
            case .conflict(let conflict): throw Problem(conflict, for: use)
            case .planLeftOut(let appearances): throw Problem(planLeftOut: appearances, for: use)
            }
            if !published.isNew { try await note(use) }
            return ContentPublicationAnswer(published, isOwn: isOwn, for: use)
        } catch let error as ContentOwnedByFiles {
            throw Problem(error)
        } catch let error as AlsoInRefusal {
            throw use.readsContent ? Problem(error) : .untoldContent
        } catch let error
            where error is ConfigurationProblems || error is StartError || error is MissingPictures
            || error is MissingBundles || error is PackFault || error is FileRefusal
        {
            guard isOwn || use.readsContent else { throw Problem.untoldContent }
            throw (error as? ConfigurationProblems).map(Problem.refused) ?? Problem.unfitContent("\(error)")
        }
    }
}

extension ContentPublication {
    /// An instant this little in the past may be meant as now, by a clock that is late.
    private static let clocksApart = TimeSpan.minutes(1)
    private static let aheadAtMost = TimeSpan.days(366)

    /// - Throws: ``Problem`` when the reason or the instant can't be taken.
    init(
        by: String, at: Instant, reason: String, fromMs: Int64?, base: Int64, over: Int64?, alsoIn: Int64?,
        dropPlan: Bool? = nil
    ) throws {
        try Self.check(reason: reason)
        let range = (at - Self.clocksApart).milliseconds...(at + Self.aheadAtMost).milliseconds
        guard fromMs.map(range.contains) ?? true else {
            throw Problem.badRequest(
                """
                A version can take effect from now to a year ahead, which ends at \
                \(RFC3339.text((at + Self.aheadAtMost).floored(to: .seconds(1)))); give no time to publish at once.
                """
            )
        }
        try Self.check(base: base, over: over, alsoIn: alsoIn)
        self.init(
            author: by, at: at, reason: reason, from: fromMs.map(Instant.init(milliseconds:)),
            base: base, over: over, alsoIn: alsoIn, dropsPlan: dropPlan ?? false)
    }

    static func check(base: Int64, over: Int64?, alsoIn: Int64?) throws {
        guard base >= 0, over ?? 1 > 0, alsoIn ?? 1 > 0 else {
            throw Problem.badRequest(
                "base, over and alsoIn must be numbers of versions, and base 0 for content of its own.")
        }
    }

    static func check(reason: String) throws {
        guard reason.isEmpty || reason.isPlain(atMost: ContentPublication.longestReason) else {
            throw Problem.badRequest("reason must be at most \(ContentPublication.longestReason) plain characters.")
        }
    }
}
