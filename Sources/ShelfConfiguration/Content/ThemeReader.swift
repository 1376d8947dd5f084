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
        guard let fields = field.fields(["start", "end", "accent", "shadow", "from", "to"]) else { return nil }
        let start = colour("start", or: "from", of: fields)
        let end = colour("end", or: "to", of: fields)
        let accent = fields.read("accent", .colour)
        let shadow = fields.read("shadow", .colour)
        guard let start, let end, let accent, let shadow else { return nil }
        return Theme.Palette(from: start, to: end, accent: accent, shadow: shadow)
    }

    /// Reads an end of the gradient.
    ///
    /// - Parameter other: the name that it has in themes' answers, which is taken as well.
    private static func colour(_ key: String, or other: String, of fields: Fields) -> String? {
        guard let field = fields[other] else { return fields.read(key, .colour) }
        guard fields[key] == nil else {
            field.log.add(field.place, found: "\(other) beside \(key)", expected: "one of the two")
            return nil
        }
        return fields.read(other, .colour)
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
