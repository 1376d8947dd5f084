package import ShelfModel

/// The wrapping keys of a database and the servers that live on it, at one moment.
package struct SealingReport: Hashable, Sendable {
    /// A server lives for this long after its last report.
    package static let lifetime = TimeSpan.seconds(30)

    /// By number.
    package let keys: [StoredWrappingKey]
    /// By id.
    package let servers: [SealingServer]

    package init(keys: [StoredWrappingKey], servers: [SealingServer]) {
        (self.keys, self.servers) = (keys, servers)
    }

    /// The key under which the servers seal, or are about to.
    package var sealing: StoredWrappingKey? { keys.last { $0.sealsFrom != nil } }

    /// The newest key that not all servers know yet.
    package var awaited: StoredWrappingKey? {
        keys.last.flatMap { $0.number > sealing?.number ?? 0 ? $0 : nil }
    }

    /// The newest of the keys that may seal from now on, because each server that lives knows it.
    package var ready: StoredWrappingKey? {
        guard let known = servers.map(\.newestKey).min() else { return nil }
        return keys.last { $0.number <= known && $0.number > sealing?.number ?? 0 }
    }

    /// Whether no server seals under an earlier key than the database's.
    package var isInStep: Bool { servers.allSatisfy { $0.sealsWith == sealing?.number } }
}
