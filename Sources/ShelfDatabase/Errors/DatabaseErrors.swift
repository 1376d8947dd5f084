import Synchronization

/// How many calls of a database have failed since it was opened, by what has failed.
package final class DatabaseErrors: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Another program or transaction held a lock for too long.
        case busy
        /// The connection was lost, or the disk didn't take a commit.
        case lost
        /// The disk has no space left.
        case full
        /// The database can only be read.
        case readOnly = "read_only"
        /// What is stored can't be read as a database.
        case damaged
        case other

        /// - Returns: `nil` for a call that its caller has cancelled.
        package init?(_ error: any Error) {
            switch error {
            case is CancellationError: return nil
            case is DatabaseBusy: self = .busy
            case is DatabaseLost: self = .lost
            case let error as StorageError:
                switch error.reason {
                case .full: self = .full
                case .readOnly: self = .readOnly
                case .damaged: self = .damaged
                default: self = .other
                }
            default: self = .other
            }
        }
    }

    private let counts = Mutex<[Kind: Int]>([:])

    package init() {}

    package func count(_ kind: Kind?) {
        if let kind { counts.withLock { $0[kind, default: 0] += 1 } }
    }

    package subscript(kind: Kind) -> Int { counts.withLock { $0[kind] ?? 0 } }
}
