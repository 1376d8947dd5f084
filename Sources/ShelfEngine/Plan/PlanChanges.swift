package import ShelfConfiguration
import ShelfDatabase
package import ShelfModel

/// One change of a store's plan, made to the content version that its author has seen.
package struct PlanChange: Hashable, Sendable {
    package let store: String
    package let base: Int64
    package let edit: PlanEdit

    package init(store: String, base: Int64, edit: PlanEdit) {
        self.store = store
        self.base = base
        self.edit = edit
    }
}

/// What a change of a plan would do.
package struct PlanTrial: Hashable, Sendable {
    /// What is wrong with the appearance that is added or changed, and what goes wrong with others because of it.
    package let problems: [PlanProblem]
    /// What else keeps the content from being published. It is looked for where the plan itself has no error.
    package let faults: [ConfigurationProblem]
    /// The first instant at which the shelf can show something else; `nil` where the store isn't open.
    package let drawnUntil: Instant?
    /// Up to when the store's listings were drawn with the change. Later starts are judged as far as can be told without
    /// drawing. `nil` where nothing was drawn.
    package let triedUntil: Instant?

    package var isPossible: Bool { faults.isEmpty && !problems.contains { $0.severity == .error } }
}

/// Why a plan wasn't changed.
package enum PlanChangeRefusal: Error, Hashable, Sendable {
    case unknownStore(String, among: [String])
    /// The content in force isn't a version whose files could be edited.
    case noVersion
    /// Another version is in force than the one that the author has seen.
    case otherVersion(inForce: Int64)
    /// The plan has an error.
    case errors(PlanTrial)
}

/// Changes planned appearances of the content version in force. Each change makes a version, in which the file of the
/// plan is written anew.
package struct PlanChanges: Sendable {
    private let content: ContentHolder
    private let versions: ContentVersions
    private let publisher: Publisher
    private let database: any ContentDatabase & ScheduleDatabase
    private let timeline: Timeline

    init(
        content: ContentHolder, versions: ContentVersions, publisher: Publisher,
        database: any ContentDatabase & ScheduleDatabase, timeline: Timeline
    ) {
        self.content = content
        self.versions = versions
        self.publisher = publisher
        self.database = database
        self.timeline = timeline
    }

    /// Finds every problem that a change would have. Nothing is changed.
    ///
    /// - Throws: ``PlanChangeRefusal``, `PlanEdit.NoAppearance`, or the database's error.
    package func trial(_ change: PlanChange) async throws -> PlanTrial {
        try await versions.look {
            let held = try held(change)
            return try await trial(change, held, try await edited(change))
        }
    }

    /// Makes a change, unless it has an error. The same change again, made to the same version, counts once.
    ///
    /// - Throws: ``PlanChangeRefusal``, `PlanEdit.NoAppearance`, and what ``ContentVersions/publish(_:_:audit:)`` throws.
    package func publish(
        _ change: PlanChange, _ publication: ContentPublication, audit: @escaping ContentVersions.Audit
    ) async throws -> ContentVersions.Change {
        let files = try await offEventLoop {
            let files = try await edited(change)
            // A change that was made before has become the version in force, and is found by its content.
            guard let held = try? held(change) else { return files }
            let trial = try await trial(change, held, files)
            guard trial.isPossible else { throw PlanChangeRefusal.errors(trial) }
            return files
        }
        return try await versions.publish(files, publication, audit: audit)
    }

    /// The content in force, with the store.
    private func held(_ change: PlanChange) throws(PlanChangeRefusal) -> (content: Content, store: StoreContent) {
        let state = content.state
        guard let version = state.version else { throw .noVersion }
        guard version == change.base else { throw .otherVersion(inForce: version) }
        guard let store = state.content[store: change.store] else {
            throw .unknownStore(change.store, among: state.content.stores.map(\.id))
        }
        return (state.content, store)
    }

    /// The files of the version that the change is made to, with the change.
    private func edited(_ change: PlanChange) async throws -> [ContentFile] {
        guard let version = try await database.contentVersion(change.base) else {
            throw content.state.version.map(PlanChangeRefusal.otherVersion) ?? .noVersion
        }
        let (files, held) = (try await versions.files(of: version), self.content.state)
        var content = held.content
        if held.version != change.base { content = try await database.content(of: version, now: timeline.now) }
        guard let rules = content[store: change.store]?.rules else {
            throw PlanChangeRefusal.unknownStore(change.store, among: content.stores.map(\.id))
        }
        return ContentFile.replacing(
            planOf: change.store, with: try change.edit.applied(to: rules.plan), in: files, of: content)
    }

    private func trial(
        _ change: PlanChange, _ held: (content: Content, store: StoreContent), _ files: [ContentFile]
    ) async throws -> PlanTrial {
        let (rules, now) = (held.store.rules, timeline.now)
        let plan = try change.edit.applied(to: rules.plan)
        let open = try await publisher.copy(of: change.store, now: now)
        let editionsLeft = open?.editionsLeft ?? EditionsLeft()
        let coming = try await ComingContent.of(change.store, after: now, before: .distantFuture, in: database)
        func checked(_ plan: [PlannedAppearance]) -> [PlanProblem] {
            var changed = rules
            changed.plan = plan
            return PlanCheck(
                rules: changed, catalogue: held.content.catalogue, editionsLeft: editionsLeft, now: now,
                publishedUntil: open?.drawnUntil, inForce: rules.plan, coming: coming.map(ComingPlan.init),
                isDrawn: open != nil
            ).problems
        }
        var (found, triedUntil) = ([PlanProblem](), Instant?.none)
        if let index = change.edit.index(in: rules.plan) {
            let before = Set(checked(rules.plan))
            found = checked(plan).filter { $0.appearance == index || !before.contains($0) }
            if let open, !found.contains(where: { $0.severity == .error }) {
                var changed = held.store
                changed.rules.plan = plan
                let reach = PlanDraw.reach(of: plan[index], in: changed.rules, decidedUntil: open.drawnUntil, now: now)
                let until = min(reach, coming.first?.drawsFrom ?? reach)
                let missed = try await PlanDraw.missed(
                    of: open, with: changed, held.content.catalogue, changing: [index], until: until, now: now)
                // An item that can't be shown is told already, and no other start would help it.
                let unshown = Set(found.filter { $0.key == .item }.map(\.appearance))
                found += missed.problems.filter { !unshown.contains($0.appearance) }
                triedUntil = missed.until
            }
        }
        let hasErrors = found.contains { $0.severity == .error }
        return PlanTrial(
            problems: found, faults: hasErrors ? [] : faults(of: files), drawnUntil: open?.drawnUntil,
            triedUntil: triedUntil)
    }

    private func faults(of files: [ContentFile]) -> [ConfigurationProblem] {
        do throws(ConfigurationProblems) {
            _ = try ConfigurationLoader.content(files, now: timeline.now)
            return []
        } catch {
            return error.problems.filter { $0.severity == .error }
        }
    }
}

extension ComingPlan {
    fileprivate init(_ coming: ComingContent) {
        self.init(
            version: coming.version.number, holdsFrom: coming.store == nil ? coming.version.from : coming.drawsFrom,
            appearances: coming.store?.rules.plan)
    }
}
