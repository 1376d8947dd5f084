package import ShelfModel

/// What the operator sets, and what the designers made, checked and complete.
package struct Configuration: Sendable {
    package var settings: Settings
    package var content: Content

    package init(settings: Settings, content: Content) {
        self.settings = settings
        self.content = content
    }
}
