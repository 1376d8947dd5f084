/// What a card tells of an item's picture: its public name, and what to draw until the picture is there.
package struct Picture: Hashable, Sendable {
    package static let nameBytes = 16

    /// 16 random bytes, drawn once for each master, by which everybody asks for the picture. Nobody can guess them.
    package let name: [UInt8]
    package let thumbHash: ThumbHash

    package init(name: [UInt8], thumbHash: ThumbHash) {
        precondition(name.count == Self.nameBytes, "a picture's name has 16 bytes")
        (self.name, self.thumbHash) = (name, thumbHash)
    }

    /// The name, then the ThumbHash.
    package var bytes: [UInt8] { name + thumbHash.bytes }

    package static let mostBytes = nameBytes + ThumbHash.mostBytes
}
