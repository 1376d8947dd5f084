import ShelfDatabase
import ShelfWire

/// A use of an admin token that was refused, with what is known of it for the audit log.
struct RefusedUse: Error {
    let problem: Problem
    let entry: AuditEntry

    init(_ problem: Problem, of use: AdminUse, about subject: AuditSubject) {
        self.problem = problem
        entry = use.entry(problem.status, about: subject)
    }
}
