import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfWire

extension ContentFileMessage {
    init(_ file: ContentFile) {
        self.init(path: file.path, text: String(decoding: file.bytes, as: UTF8.self))
    }
}

extension ContentFile {
    /// - Throws: ``Problem`` for a path that leads out of the folder.
    init(_ message: ContentFileMessage) throws {
        self.init(path: message.path, bytes: Array(message.text.utf8))
        guard staysInFolder, path.utf8.count <= 255 else {
            throw Problem.badRequest(
                "Each path must lead to a file in the folder of content.yaml or below it, in 255 bytes.")
        }
    }
}

extension [ContentFile] {
    /// How many files content may have.
    private static let most = 1000

    /// - Throws: ``Problem`` when the files can't stand beside each other in one folder.
    init(_ messages: [ContentFileMessage]) throws {
        guard messages.count <= Self.most else {
            throw Problem.badRequest("There may be \(Self.most) files at most; put what belongs together into one.")
        }
        self = try messages.map { try ContentFile($0) }
        let paths = Set(map(\.path))
        guard paths.count == count, !isEmpty else {
            throw Problem.badRequest("There must be at least one file, and each path once.")
        }
        for path in paths {
            let folders = path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
            guard let file = folders.first(where: paths.contains) else { continue }
            throw Problem.badRequest("\(file) can't be a file and the folder of \(path).")
        }
    }
}

extension ContentItemsAnswer.Entry {
    init(_ item: Item) {
        let released =
            switch item.released {
            case .date(let date): "\(date)"
            case .instant(let instant): RFC3339.text(instant)
            }
        self.init(
            id: item.id, name: item.name, set: item.set, price: item.price, released: released,
            master: item.master.map { Hex.encode($0) })
    }
}

extension ContentVersionRecord {
    /// - Parameter replacedBy: the version that takes effect instead of it.
    init(_ version: ContentVersion, replacedBy: Int64? = nil) {
        let (origin, target): (Origin, Int64?) =
            switch version.origin {
            case .files: (.files, nil)
            case .published: (.published, nil)
            case .rolledBack(let number): (.rolledBack, number)
            }
        self.init(
            number: version.number, digest: Hex.encode(version.digest), author: version.author,
            atMs: version.at.milliseconds, reason: version.reason, origin: origin, rolledBackTo: target,
            fromMs: version.from.milliseconds, cancelled: version.cancellation.map(Cancelled.init),
            replacedBy: replacedBy)
    }
}

extension ContentVersionRecord.Cancelled {
    fileprivate init(_ cancellation: ContentVersion.Cancellation) {
        self.init(by: cancellation.by, atMs: cancellation.at.milliseconds, reason: cancellation.reason)
    }
}

extension ContentDraftRecord {
    init(_ draft: ContentDraft) {
        self.init(
            name: draft.name, revision: draft.revision, digest: Hex.encode(draft.digest), author: draft.author,
            atMs: draft.at.milliseconds)
    }
}

extension ContentPublicationAnswer {
    /// - Parameters:
    ///   - isOwn: whether the request had the content. Else its warnings are told only to those who may read it.
    ///   - use: the request's. What comes next is told only to those who may read content.
    init(_ published: ContentVersions.Published, isOwn: Bool, for use: AdminUse) {
        self.init(
            version: ContentVersionRecord(published.version), isNew: published.isNew,
            stores: Store.all(published.drawnUntil),
            next: use.readsContent ? published.next.map { ContentVersionRecord($0) } : nil,
            warnings: isOwn || use.readsContent ? ContentProblem.some(of: published.warnings) : [])
    }
}

extension ContentPublicationAnswer.Store {
    static func all(_ drawnUntil: [String: Instant]) -> [Self] {
        drawnUntil.sorted { $0.key < $1.key }.map {
            Self(store: $0.key, drawnUntilMs: $0.value.milliseconds)
        }
    }
}

extension ContentReloadAnswer {
    init(_ reload: ContentVersions.Reload, inForce: ContentVersion?) {
        switch reload {
        case .unchanged:
            self.init(outcome: .unchanged, version: inForce.map { ContentVersionRecord($0) }, stores: [])
        case .superseded(let version):
            self.init(outcome: .superseded, version: ContentVersionRecord(version), stores: [])
        case .changed(let version, let begins):
            self.init(
                outcome: .changed, version: ContentVersionRecord(version),
                stores: ContentPublicationAnswer.Store.all(begins))
        }
    }
}

extension ContentProblem {
    init(_ problem: ConfigurationProblem) {
        self.init(
            isWarning: problem.severity == .warning, file: problem.file, line: problem.line,
            found: problem.found,
            expected: problem.expected, text: "\(problem)")
    }

    /// So many problems are told at most, because an answer is written on an event loop, and nobody reads more.
    private static let most = 1_000

    /// - Returns: the errors before the warnings where there are more than are told.
    static func some(of problems: [ConfigurationProblem]) -> [ContentProblem] {
        guard problems.count > most else { return problems.map(ContentProblem.init) }
        let (errors, warnings) = (
            problems.filter { $0.severity == .error }, problems.filter { $0.severity == .warning }
        )
        return (errors + warnings).prefix(most).map(ContentProblem.init)
    }
}

extension ContentDifferenceAnswer {
    init(_ difference: ContentDifference, packs: [PackChange], from: Int64, to: Int64) {
        self.init(
            from: from, to: to, title: difference.title.map(ChangedField.init),
            order: difference.order.map(ChangedField.init),
            items: difference.items.map(Entry.init),
            stores: difference.stores.map(Entry.init),
            shifts: difference.shifts.map {
                Shift(
                    store: $0.store, set: $0.set, item: $0.item, before: $0.before, after: $0.after,
                    byWeights: $0.isByWeights)
            },
            packs: packs)
    }
}

extension ContentDifferenceAnswer.ChangedField {
    fileprivate init(_ field: ContentDifference.ChangedField) {
        self.init(name: field.name, before: field.before, after: field.after)
    }
}

extension ContentDifferenceAnswer.Entry {
    fileprivate init(_ entry: ContentDifference.Entry) {
        self.init(
            id: entry.id, kind: entry.kind.rawValue,
            fields: entry.fields.map(ContentDifferenceAnswer.ChangedField.init))
    }
}

extension Problem {
    init(_ owned: ContentOwnedByFiles) {
        let place = owned.source.map { " at \($0)" } ?? ""
        self.init(
            .filesOwnContent, status: 409, title: "Files own the content",
            detail: "The content of this server is made in files, so nothing was changed; change them\(place).")
    }

    init(_ refusal: AlsoInRefusal) {
        switch refusal {
        case .notScheduled(let number, let scheduled):
            let known = scheduled.isEmpty ? "none is scheduled" : "scheduled: \(scheduled)"
            self = .badRequest(
                "Version \(number), which was to get the same changes, won't take effect after this one; \(known).")
        case .sameLines(let number, let path):
            self.init(
                .contentConflict, status: 409, title: "Both change the same",
                detail: """
                    This and version \(number) have both changed the same lines of \(path), so nothing was changed; export \
                    version \(number), make the change there by hand, publish it for the same instant, and then publish this again.
                    """)
        case .otherMeaning(let number, let why):
            self.init(
                .contentConflict, status: 409, title: "Both change the same",
                detail: """
                    The changes of this and of version \(number) can't be put together (\(why)), so nothing was changed; \
                    export version \(number), make the change there by hand, publish it for the same instant, and then publish this again.
                    """)
        }
    }

    /// - Parameter use: the request's. What would be undone is told only to those who may read content.
    init(_ conflict: ContentConflict, for use: AdminUse) {
        // No coming version is named to who may not read content.
        let scheduled = use.readsContent ? conflict.scheduled : nil
        let other = scheduled.map { " Send alsoIn: \($0) to make the same changes in that version." } ?? ""
        let way =
            conflict.kinds == [.early] && use.readsContent
            ? "For a change now, start from the version in force" : "Take the changes over"
        self.init(
            .contentConflict, status: 409, title: conflict.title,
            detail: """
                \(use.readsContent ? conflict.summary : ContentConflict.untold); nothing was changed. \
                \(way), or send over: \(conflict.over) to mean it.\(other)
                """)
        (over, self.scheduled) = (conflict.over, scheduled)
        if use.readsContent { problems = ContentProblem.some(of: conflict.problems) }
    }
}

extension Problem {
    /// - Parameter use: the request's. How much is planned is told only to those who may read content.
    init(planLeftOut appearances: Int, for use: AdminUse) {
        let planned = use.readsContent ? appearances.plannedAppearances : "What is planned"
        self.init(
            .contentConflict, status: 409, title: "The plan is left out",
            detail: """
                \(planned) would go, because there is no \(ContentFile.plan) among the files; nothing was changed. \
                Send that file too, or dropPlan: true to mean it.
                """)
        if use.readsContent { droppedAppearances = appearances }
    }
}

extension Int {
    fileprivate var plannedAppearances: String { self == 1 ? "1 planned appearance" : "\(self) planned appearances" }
}

extension ContentConflict {
    fileprivate var summary: String {
        let clauses = Kind.allCases.filter(kinds.contains).map { kind in
            switch kind {
            case .undoing: "this would undo what came since its base"
            case .undone: "what is scheduled would undo this"
            case .early: "this would bring early what its base brings later"
            }
        }
        let text = clauses.joined(separator: ", and ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    fileprivate var title: String {
        guard kinds.contains(.early) else { return "Something would be undone" }
        return kinds == [.early]
            ? "Something would come early" : "Something would be undone, and something would come early"
    }

    /// For those who may not know whether something is scheduled.
    fileprivate static let untold = """
        This would undo what came since its base, or bring early what its base brings later, or what is scheduled \
        would undo this
        """
}

extension ContentTrialAnswer {
    init(_ trial: ContentTrial) {
        let difference = trial.difference.map {
            ContentDifferenceAnswer($0.content, packs: $0.packs, from: $0.from, to: $0.to)
        }
        self.init(
            isPossible: trial.isPossible, problems: ContentProblem.some(of: trial.problems),
            undone: trial.conflict.map { ContentProblem.some(of: $0.problems) } ?? [], over: trial.conflict?.over,
            scheduled: trial.conflict?.scheduled, droppedAppearances: trial.appearancesLeftOut,
            difference: difference, stores: ContentPublicationAnswer.Store.all(trial.drawnUntil))
    }
}
