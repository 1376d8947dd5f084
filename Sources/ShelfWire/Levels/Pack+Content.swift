import Crypto
package import ShelfModel

extension Pack {
    /// SHA-256 of all that a release can change: the pack's id, the least engine version, and each level in order with
    /// all of its fields. 32 bytes.
    package var content: [UInt8] {
        var hash = SHA256()
        hash.update(data: Array("shelflife/v1/pack".utf8))
        var head = LevelFields()
        head.write(id)
        head.write(engine)
        hash.update(data: head.bytes)
        for level in levels { hash.update(data: LevelFields.bytes(of: level)) }
        return Array(hash.finalize())
    }

    /// - Throws: ``PackFault/tooLarge``, or ``PackFault/unreadable`` for levels that no pack has: two with one id, an id
    ///   or a tag of another form, or too large a map.
    package func check() throws(PackFault) {
        guard levels.count <= Self.mostLevels, levels.reduce(0, { $0 + $1.map.count }) <= Self.mostBytes else {
            throw .tooLarge
        }
        let isSound =
            Self.isID(id) && engine >= 1 && Set(levels.map(\.id)).count == levels.count
            && levels.allSatisfy { level in
                Self.isID(level.id) && level.tags.allSatisfy(Self.isID) && level.map.count <= Level.mostMapBytes
            }
        guard isSound else { throw .unreadable }
    }

    /// Whether a text is 1 to 64 of a-z, 0-9 and -, as the ids of packs, levels and channels and tags are.
    package static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}
