package import ShelfModel

/// A server as it tells the others on its database of its wrapping keys.
package struct SealingServer: Hashable, Sendable {
    /// 16 random bytes, drawn at the server's start.
    package let id: [UInt8]
    /// For people, such as the machine's name.
    package let name: String
    /// The newest wrapping key that it knows, of those whose number means the same key on all servers.
    package let newestKey: UInt32
    package let sealsWith: UInt32
    /// When it said so.
    package let at: Instant

    package init(id: [UInt8], name: String, newestKey: UInt32, sealsWith: UInt32, at: Instant) {
        (self.id, self.name, self.newestKey) = (id, name, newestKey)
        (self.sealsWith, self.at) = (sealsWith, at)
    }
}
