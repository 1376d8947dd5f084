import ShelfModel

/// Reads `theme`: how a page draws a store.
enum ThemeReader {
    /// Reads the theme, with the plain theme's value for every missing key. Returns `nil` and reports errors when
    /// something can't be read.
    static func read(_ field: Field?) -> Theme? {
        guard let field else { return .plain }
        guard let fields = field.fields(["icon", "light", "dark"]) else { return nil }
        let icon = fields.read("icon", .one(of: Theme.icons), else: Theme.plain.icon)
        let light = fields["light"].map(palette) ?? Theme.plain.light
        let dark = fields["dark"].map(palette) ?? Theme.plain.dark
        guard let icon, let light, let dark else { return nil }
        return Theme(icon: icon, light: light, dark: dark)
    }

    private static func palette(_ field: Field) -> Theme.Palette? {
        guard let fields = field.fields(["from", "to", "accent", "shadow"]) else { return nil }
        let from = fields.read("from", .colour)
        let to = fields.read("to", .colour)
        let accent = fields.read("accent", .colour)
        let shadow = fields.read("shadow", .colour)
        guard let from, let to, let accent, let shadow else { return nil }
        return Theme.Palette(from: from, to: to, accent: accent, shadow: shadow)
    }
}

extension Form<String> {
    /// The message asks for quotes, because an unquoted `#` begins a comment in YAML.
    fileprivate static var colour: Form {
        Form("a colour in quotes, such as \"#ff8a00\" or \"#ff8a0080\"", guess: longColour) { isColour($0) ? $0 : nil }
    }

    private static func isColour(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.hasPrefix("#") && [6, 8].contains(digits.count) && digits.allSatisfy(\.isHexDigit)
    }

    /// `#ffaa00` for `#fa0` and for `ffaa00`.
    private static func longColour(_ text: String) -> String? {
        let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
        let long = digits.count < 5 ? digits.map { "\($0)\($0)" }.joined() : digits
        return "#\(long)"
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
}
