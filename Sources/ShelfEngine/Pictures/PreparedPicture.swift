package import ShelfModel

/// A picture as pages will show it. It contains the master's pixels and none of its metadata.
package struct PreparedPicture: Hashable, Sendable {
    package struct Variant: Hashable, Sendable {
        /// In pixels.
        package let width: Int
        /// A WebP.
        package let bytes: [UInt8]

        package init(width: Int, bytes: [UInt8]) {
            (self.width, self.bytes) = (width, bytes)
        }
    }

    /// The narrowest first.
    package let variants: [Variant]
    package let thumbHash: ThumbHash

    package init(variants: [Variant], thumbHash: ThumbHash) {
        (self.variants, self.thumbHash) = (variants, thumbHash)
    }
}
