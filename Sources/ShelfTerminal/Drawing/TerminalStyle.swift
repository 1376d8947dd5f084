/// Gives text the attributes that the terminal supports, such as bold and colours.
package struct TerminalStyle: Hashable, Sendable {
    /// Whether colours may be used. The environment variable `NO_COLOR` forbids them.
    package let hasColour: Bool
    /// Whether the terminal understands escape sequences.
    package let isStyled: Bool

    package static let plain = TerminalStyle(hasColour: false, isStyled: false)
    package static let monochrome = TerminalStyle(hasColour: false, isStyled: true)
    package static let colour = TerminalStyle(hasColour: true, isStyled: true)

    enum Attribute: String {
        case bold = "1"
        case dim = "2"
        case reverse = "7"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"

        var isColour: Bool { rawValue.count == 2 }
    }

    func draw(_ text: String, _ attributes: Attribute...) -> String {
        draw(text, attributes)
    }

    func draw(_ text: String, _ attributes: [Attribute]) -> String {
        let codes = attributes.filter { hasColour || !$0.isColour }.map(\.rawValue)
        guard isStyled, !codes.isEmpty else { return text }
        return "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
    }

    /// Moves the cursor to a column. A glyph that the terminal draws wider or narrower than expected then shifts
    /// nothing after it.
    func column(_ column: Int) -> String {
        isStyled ? "\u{1B}[\(column + 1)G" : ""
    }
}
