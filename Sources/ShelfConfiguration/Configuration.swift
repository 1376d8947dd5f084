package import ShelfModel

/// Everything that the configuration files say, checked and complete: what the operator sets, and what the designers
/// made.
package struct Configuration: Sendable {
    package var settings: Settings
    package var content: Content

    package init(settings: Settings, content: Content) {
        self.settings = settings
        self.content = content
    }
}
