/// Puts text into the looks that a terminal has.
package struct Ink: Hashable, Sendable {
    /// Whether colours may be used; `NO_COLOR` says that they may not.
    package let hasColour: Bool
    /// Whether the terminal understands anything but letters.
    package let isStyled: Bool

    package static let plain = Ink(hasColour: false, isStyled: false)
    package static let monochrome = Ink(hasColour: false, isStyled: true)
    package static let colour = Ink(hasColour: true, isStyled: true)

    enum Look: String {
        case bold = "1"
        case dim = "2"
        case reverse = "7"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"

        var isColour: Bool { rawValue.count == 2 }
    }

    func draw(_ text: String, _ looks: Look...) -> String {
        draw(text, looks)
    }

    func draw(_ text: String, _ looks: [Look]) -> String {
        let codes = looks.filter { hasColour || !$0.isColour }.map(\.rawValue)
        guard isStyled, !codes.isEmpty else { return text }
        return "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
    }

    /// Goes to a column, so that a glyph that the terminal draws wider or narrower shifts nothing after it.
    func column(_ column: Int) -> String {
        isStyled ? "\u{1B}[\(column + 1)G" : ""
    }
}
