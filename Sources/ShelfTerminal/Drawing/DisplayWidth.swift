/// How many columns of a terminal text takes: emoji and East Asian letters take two.
package enum DisplayWidth {
    package static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, !isInvisible(first) else { return 0 }
        if scalars.contains(where: { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }) { return 2 }
        return wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    /// Cut to `width` columns, with `…` for what is missing, and filled up with blanks.
    package static func fit(_ text: String, to width: Int) -> String {
        let taken = of(text)
        if taken <= width { return text + String(repeating: " ", count: width - taken) }
        guard width > 0 else { return "" }
        var (cut, used) = ("", 0)
        for character in text {
            guard used + of(character) <= width - 1 else { break }
            cut.append(character)
            used += of(character)
        }
        return cut + "…" + String(repeating: " ", count: width - 1 - used)
    }

    /// The text without control characters and without those that turn its direction. Text from a server must not move
    /// the cursor, change the terminal or look like another text.
    package static func harmless(_ text: String) -> String {
        String(text.filter { character in !character.unicodeScalars.contains(where: isObeyed) })
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// East Asian Wide and Fullwidth (Unicode, UAX #11), as blocks.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF,
        0x20000...0x3FFFD,
    ]
}
