package import ShelfModel

/// A picture as pages show it: made anew from a master, of which nothing but the pixels is in it.
package struct PreparedPicture: Hashable, Sendable {
    package struct Variant: Hashable, Sendable {
        /// In pixels.
        package let width: Int
        /// A WebP.
        package let bytes: [UInt8]
    }

    /// The narrowest first.
    package let variants: [Variant]
    package let thumbHash: ThumbHash
}
