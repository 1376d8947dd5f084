import ShelfDatabase
import ShelfWire

/// A refused use of an admin's token. It carries its entry for the audit log.
struct RefusedUse: Refusal {
    let problem: Problem
    let entry: AuditEntry

    init(_ problem: Problem, of use: AdminUse, about subject: AuditSubject) {
        self.problem = problem
        entry = use.entry(problem.status, about: subject)
    }
}

/// A refusal whose entry the handler has stored already.
struct RecordedRefusal: Refusal {
    let problem: Problem
}

extension Result where Failure == Problem {
    /// The answer of a handler that has stored the use's entry, whatever came of it.
    func recorded() throws -> Success {
        do {
            return try get()
        } catch {
            throw RecordedRefusal(problem: error)
        }
    }
}
