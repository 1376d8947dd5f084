import ShelfDatabase
import ShelfWire

/// A use of an admin token that was refused, with what is known of it for the audit log.
struct RefusedUse: Refusal {
    let problem: Problem
    let entry: AuditEntry

    init(_ problem: Problem, of use: AdminUse, about subject: AuditSubject) {
        self.problem = problem
        entry = use.entry(problem.status, about: subject)
    }
}

/// A refusal that its handler has recorded, in one transaction with what it was judged by.
struct RecordedRefusal: Refusal {
    let problem: Problem
}

extension Result where Failure == Problem {
    /// What a handler answers that has recorded the use, whatever came of it.
    func recorded() throws -> Success {
        do {
            return try get()
        } catch {
            throw RecordedRefusal(problem: error)
        }
    }
}
