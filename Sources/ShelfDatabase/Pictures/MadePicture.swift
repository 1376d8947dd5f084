package import ShelfModel

/// A picture together with the files of its variants.
package struct MadePicture: Hashable, Sendable {
    package struct File: Hashable, Sendable {
        package let head: FileHead
        /// One part, ``FileHead/bytesInPart`` at most.
        package let bytes: [UInt8]

        package init(head: FileHead, bytes: [UInt8]) {
            (self.head, self.bytes) = (head, bytes)
        }
    }

    package let picture: StoredPicture
    package let files: [File]

    package init(picture: StoredPicture, files: [File]) {
        (self.picture, self.files) = (picture, files)
    }
}
