package import ShelfModel

/// A configuration without errors, and the warnings about it.
package struct LoadedConfiguration: Sendable {
    package var configuration: Configuration
    /// Problems of severity `warning` only.
    package let warnings: [ConfigurationProblem]
    /// The files of a content version with this content, sorted by path: the configuration file without settings, and
    /// the catalogue.
    package let files: [ContentFile]

    /// The masters of the items' pictures, by their files in the folder `pictures` beside the configuration file.
    package var pictures: PictureList {
        let list = files.first { $0.path == PictureList.path }
        return list.flatMap { try? PictureList(text: $0.bytes) } ?? PictureList(entries: [])
    }

    /// The files in the packs' folders, relative to the configuration file's.
    package let packPaths: [String]

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
        /// Such as `pictures/koi.png` or `packs/warehouse/crate.png`, relative to the folder of the configuration file.
        package let path: String
        /// SHA-256 of the file, 32 bytes.
        package let digest: [UInt8]
    }

    /// The packs of levels, by their folders in the folder `packs` beside the configuration file.
    package var packs: [ContentPack] { configuration.content.packs }

    package init(
        configuration: Configuration, warnings: [ConfigurationProblem], files: [ContentFile], packPaths: [String] = []
    ) {
        self.configuration = configuration
        self.warnings = warnings
        self.files = files
        self.packPaths = packPaths
    }
}
