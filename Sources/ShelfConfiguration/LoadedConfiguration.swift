package import ShelfModel

/// A configuration without errors, and the warnings about it.
package struct LoadedConfiguration: Sendable {
    package var configuration: Configuration
    /// Problems of severity `warning` only.
    package let warnings: [ConfigurationProblem]
    /// The files of a content version with this content, sorted by path: the configuration file without settings, and
    /// the catalogue.
    package let files: [ContentFile]

    package init(configuration: Configuration, warnings: [ConfigurationProblem], files: [ContentFile]) {
        self.configuration = configuration
        self.warnings = warnings
        self.files = files
    }
}
