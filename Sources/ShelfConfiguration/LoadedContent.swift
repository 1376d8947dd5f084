package import ShelfModel

/// Content that was read from files, without errors.
package struct LoadedContent: Sendable {
    package let content: Content
    /// The path of the content file, beside which its other files are.
    package let file: String
    /// The files of a content version with this content, sorted by path: the content file, the plan, the catalogue, and
    /// the lists of pictures and packs.
    package let files: [ContentFile]
    /// The files in the packs' folders, relative to the content file's.
    package let packPaths: [String]

    /// The masters of the items' pictures, by their files in the folder `pictures` beside the content file.
    package var pictures: PictureList {
        let list = files.first { $0.path == PictureList.path }
        return list.flatMap { try? PictureList(text: $0.bytes) } ?? PictureList(entries: [])
    }

    /// The packs of levels, by their folders in the folder `packs` beside the content file.
    package var packs: [ContentPack] { content.packs }

    /// The masters of all pictures, of items and of packs.
    package var masters: [Master] {
        let ofItems = pictures.entries.map { Master(path: "\(PictureList.folder)/\($0.name)", digest: $0.master) }
        let ofPacks = packs.flatMap { pack in
            pack.pictures.sorted { $0.key < $1.key }.map {
                Master(path: "\(PackList.folder)/\(pack.id)/\($0)", digest: $1)
            }
        }
        return ofItems + ofPacks
    }

    package struct Master: Hashable, Sendable {
        /// Such as `pictures/koi.png` or `packs/warehouse/crate.png`, relative to the folder of the content file.
        package let path: String
        /// SHA-256 of the file, 32 bytes.
        package let digest: [UInt8]
    }

    package init(content: Content, file: String, files: [ContentFile], packPaths: [String] = []) {
        self.content = content
        self.file = file
        self.files = files
        self.packPaths = packPaths
    }
}
