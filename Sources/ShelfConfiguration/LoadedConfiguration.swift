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

    package init(configuration: Configuration, warnings: [ConfigurationProblem], files: [ContentFile]) {
        self.configuration = configuration
        self.warnings = warnings
        self.files = files
    }
}
