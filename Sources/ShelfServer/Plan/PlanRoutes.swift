import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which an operator looks at what is planned in a store, tries a change, and makes it.
struct PlanRoutes: GatedRoutes {
    let content: ContentHolder
    let database: any AuditDatabase
    let plans: PlanChanges

    func add(to router: GatedRouter) {
        router.on(.adminPlan, plan)
        router.on(.adminPlanTrial, attempt)
        router.on(.adminPlanChange, change)
    }

    private func plan(_ use: AdminUse, _: NoBody) async throws -> PlanAnswer {
        let state = content.state
        let id = use.names.text("store")
        guard let store = state.content[store: id] else {
            throw Problem.noStoreInForce(id, among: state.content.stores.map(\.id))
        }
        guard let version = state.version else { throw Problem.noPlan }
        return PlanAnswer(store.rules, version: version)
    }

    private func attempt(_ use: AdminUse, _ asked: PlanChangeRequest) async throws -> PlanTrialAnswer {
        do {
            let change = try PlanChange(asked, store: use.names.text("store"), in: content.current)
            return try await PlanTrialAnswer(plans.trial(change))
        } catch let error as ConfigurationProblems {
            return PlanTrialAnswer(refused: error.problems)
        } catch {
            throw Problem(refusalOfPlan: error) ?? error
        }
    }

    private func change(_ use: AdminUse, _ asked: PlanChangeRequest) async throws -> ContentPublicationAnswer {
        let reason = asked.reason ?? ""
        try reason.checkReason()
        try ContentPublication.check(base: asked.base, over: asked.over, alsoIn: asked.alsoIn)
        let publication = ContentPublication(
            author: use.by, at: use.at, reason: reason, base: asked.base, over: asked.over,
            alsoIn: asked.alsoIn, dropsPlan: true, inForce: asked.base)
        do {
            return try await ContentPublishing(database: database).answer(use, isOwn: false) { audit in
                try await published(asked, publication, store: use.names.text("store"), audit)
            }
        } catch let problem as Problem where problem.code == .contentRefused && !use.readsContent {
            throw Problem.untoldContent
        }
    }

    private func published(
        _ asked: PlanChangeRequest, _ publication: ContentPublication, store: String,
        _ audit: @escaping ContentVersions.Audit
    ) async throws -> ContentVersions.Change {
        do {
            let change = try PlanChange(asked, store: store, in: content.current)
            return try await plans.publish(change, publication, audit: audit)
        } catch {
            throw Problem(refusalOfPlan: error) ?? error
        }
    }
}

extension PlanChange {
    /// - Throws: ``Problem`` when it isn't one change; `ConfigurationProblems` of its appearance.
    fileprivate init(_ asked: PlanChangeRequest, store: String, in content: Content) throws {
        guard let zone = content[store: store]?.rules.zone else {
            throw Problem.noStoreInForce(store, among: content.stores.map(\.id))
        }
        let appearance = try asked.appearance.map { try PlannedAppearance($0, in: zone) }
        let edit: PlanEdit? =
            switch (asked.index, appearance) {
            case (nil, let appearance?): .add(appearance)
            case (let index?, let appearance?): .change(index, to: appearance)
            case (let index?, nil): .remove(index)
            case (nil, nil): nil
            }
        guard let edit else {
            throw Problem.badRequest("Send an appearance to add, its index too to change one, or an index to remove.")
        }
        self.init(store: store, base: asked.base, edit: edit)
    }
}

extension PlanAnswer {
    fileprivate init(_ rules: StoreRules, version: Int64) {
        self.init(
            store: rules.store, version: version, zone: ZoneMessage(rules.zone), positions: rules.positions,
            shortestMs: Int64(rules.shortestOffer) * 1000, longestMs: Int64(rules.longestOffer) * 1000,
            appearances: rules.plan.map(PlannedAppearanceMessage.init))
    }
}

extension PlanTrialAnswer {
    fileprivate init(_ trial: PlanTrial) {
        self.init(
            isPossible: trial.isPossible, problems: trial.told, drawnUntilMs: trial.drawnUntil?.milliseconds,
            triedUntilMs: trial.triedUntil?.milliseconds)
    }

    fileprivate init(refused problems: [ConfigurationProblem]) {
        self.init(
            isPossible: false, problems: problems.map(ContentProblem.init), drawnUntilMs: nil, triedUntilMs: nil)
    }
}

extension PlanTrial {
    fileprivate var told: [ContentProblem] {
        problems.map(ContentProblem.init) + faults.map(ContentProblem.init)
    }
}

extension ContentProblem {
    fileprivate init(_ problem: PlanProblem) {
        self.init(
            isWarning: problem.severity == .warning, file: nil, line: nil, found: problem.found,
            expected: problem.expected, text: "\(problem)")
    }
}

extension Problem {
    /// Makes the problem for a change of a plan that wasn't made; `nil` for another error.
    fileprivate init?(refusalOfPlan error: any Error) {
        switch error {
        case PlanChangeRefusal.unknownStore(let store, among: let known):
            self = .noStoreInForce(store, among: known)
        case PlanChangeRefusal.noVersion: self = .noPlan
        case PlanChangeRefusal.otherVersion: self = .otherPlan
        case PlanChangeRefusal.errors(let trial): self = .refused(trial.told)
        case is PlanEdit.NoAppearance: self = .noSuchAppearance
        default: return nil
        }
    }
}

extension Problem {
    static let noPlan = Problem(
        .notFound, status: 404, title: "No version",
        detail: "The content in force is no content version, so its plan can't be changed here; publish content.")

    static let noSuchAppearance = Problem(
        .notFound, status: 404, title: "No such appearance",
        detail: "The plan has no appearance with this index; read the plan again.")
}
