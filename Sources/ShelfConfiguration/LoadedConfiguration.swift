/// Settings and content without errors, and the warnings about them.
package struct LoadedConfiguration: Sendable {
    package var settings: Settings
    package let content: LoadedContent
    /// Problems of severity `warning` only.
    package let warnings: [ConfigurationProblem]

    package var configuration: Configuration { Configuration(settings: settings, content: content.content) }

    package init(settings: Settings, content: LoadedContent, warnings: [ConfigurationProblem]) {
        self.settings = settings
        self.content = content
        self.warnings = warnings
    }
}
