/// A pack of levels as a content version names it. Its levels stand in a file of their own, the bundle.
package struct ContentPack: Hashable, Sendable {
    /// 1 to 64 of a-z, 0-9 and -.
    package let id: String
    /// SHA-256 of the bundle, 32 bytes.
    package let bundle: [UInt8]
    /// The masters of its pictures by their paths in the pack's folder, by which a level names its background.
    package let pictures: [String: [UInt8]]

    /// How many packs content may have.
    package static let most = 200

    package init(id: String, bundle: [UInt8], pictures: [String: [UInt8]] = [:]) {
        (self.id, self.bundle, self.pictures) = (id, bundle, pictures)
    }
}
