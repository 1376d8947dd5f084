/// The icon and colours of a store's page.
public struct Theme: Hashable, Sendable, Codable {
    /// The name of one of the page's icons.
    public let icon: String
    /// The colours for light surroundings.
    public let light: Palette
    /// The colours for dark surroundings.
    public let dark: Palette

    /// Colours as `#rrggbb` or `#rrggbbaa`.
    public struct Palette: Hashable, Sendable, Codable {
        /// The two ends of the gradient: this one and ``to``.
        public let from: String
        /// The other end of the gradient.
        public let to: String
        /// The colour of what can be tapped.
        public let accent: String
        /// The colour of shadows.
        public let shadow: String

        /// For previews and tests; a store's theme comes from its server.
        public init(from: String, to: String, accent: String, shadow: String) {
            self.from = from
            self.to = to
            self.accent = accent
            self.shadow = shadow
        }
    }

    /// The names of all icons.
    public static let icons = ["bolt", "crown", "flame", "gem", "gift", "hourglass", "leaf", "cart", "star", "tent"]

    /// The theme of a store that has none of its own.
    public static let plain = Theme(
        icon: "star",
        light: Palette(from: "#ff8a00", to: "#e52e71", accent: "#c2255c", shadow: "#e52e7166"),
        dark: Palette(from: "#ffb347", to: "#ff5e98", accent: "#ff86b0", shadow: "#ff5e9855"))

    /// For previews and tests; a store's theme comes from its server.
    public init(icon: String, light: Palette, dark: Palette) {
        self.icon = icon
        self.light = light
        self.dark = dark
    }
}
