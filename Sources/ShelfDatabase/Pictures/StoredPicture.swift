package import ShelfModel

/// A picture as a database keeps it. Its master isn't kept; its variants are files.
package struct StoredPicture: Hashable, Sendable {
    /// SHA-256 of the master from which it was made, 32 bytes.
    package let master: [UInt8]
    /// How it was made, by its number (``PicturePipeline``). A master has at most one picture of each.
    package let pipeline: Int
    package let picture: Picture
    /// The narrowest first. Once the picture is removed, their files may be gone.
    package let variants: [Variant]
    /// From when on it is on a card that somebody can read; `nil` when it never was.
    package let shownFrom: Instant?
    /// `nil` unless an operator has removed it.
    package let removal: Removal?

    package struct Variant: Hashable, Sendable {
        /// In pixels.
        package let width: Int
        /// SHA-256 of a stored file, 32 bytes.
        package let file: [UInt8]

        package init(width: Int, file: [UInt8]) {
            (self.width, self.file) = (width, file)
        }
    }

    package struct Removal: Hashable, Sendable {
        package let at: Instant
        package let reason: String

        package init(at: Instant, reason: String) {
            (self.at, self.reason) = (at, reason)
        }
    }

    package init(
        master: [UInt8], pipeline: Int = PicturePipeline.current, picture: Picture, variants: [Variant],
        shownFrom: Instant? = nil, removal: Removal? = nil
    ) {
        self.master = master
        self.pipeline = pipeline
        self.picture = picture
        self.variants = variants
        self.shownFrom = shownFrom
        self.removal = removal
    }

    /// The narrowest variant that is at least this wide; the widest where none is.
    package func variant(forWidth width: Int) -> Variant? { variants.first { $0.width >= width } ?? variants.last }
}
