extension Unicode.Scalar {
    /// Whether it is a control character, a line break, or a character that changes the direction of the text after it.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        }
    }

    /// Whether it looks like a space but is another character, such as the non-breaking space.
    var isOddBlank: Bool { !isASCII && properties.isWhitespace }

    /// Whether it draws nothing by itself: Unicode's default ignorable characters, annotation marks, and the Braille
    /// blank.
    fileprivate var isInvisible: Bool {
        guard value >= 0xAD, !isControl else { return false }
        return properties.isDefaultIgnorableCodePoint || (0xFFF9...0xFFFB).contains(value) || value == 0x2800
    }

    /// Whether it selects how the character before it is drawn (Unicode 16.0, sections 23.4 and 13.4).
    fileprivate var isVariationSelector: Bool {
        switch value {
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F: true
        default: false
        }
    }

    /// Whether a joiner beside it can change what is drawn: emoji, and letters of the scripts from Hebrew on.
    fileprivate var canJoin: Bool {
        guard value >= 0x0590 else { return false }
        if isVariationSelector || properties.isEmoji { return true }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark:
            !isInvisible
        default: false
        }
    }

    /// Whether it is a tag character, which names a region after a black flag (UTS #51, emoji tag sequences).
    fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }
}

extension [Unicode.Scalar] {
    /// Whether the scalar at `index` is invisible and has no visible effect, such as a zero-width space, a soft hyphen
    /// or a direction mark. Joiners in emoji families or Persian text, and the tags in the flag of England, do have an
    /// effect.
    func hidesNeedlessly(at index: Int) -> Bool {
        let scalar = self[index]
        guard scalar.isInvisible else { return false }
        guard index > 0 else { return true }
        let before = self[index - 1]
        if scalar.isVariationSelector { return before.properties.isWhitespace || before.isInvisible }
        if scalar.isTag { return !(before.isTag || before.value == 0x1F3F4) }
        guard scalar.value == 0x200C || scalar.value == 0x200D, index + 1 < count else { return true }
        return !(before.canJoin && self[index + 1].canJoin)
    }
}

extension String {
    /// Whether people can read it: it has visible characters, and no control characters, line breaks or characters that
    /// turn the direction of the text.
    package var isReadable: Bool {
        !unicodeScalars.contains(where: \.isControl) && !BareText(self).text.isEmpty
    }
}

/// A text as it was probably meant: without surrounding spaces and without invisible characters.
struct BareText {
    let text: String
    let hasOuterBlanks: Bool
    let hasInvisibles: Bool

    init(_ text: String) {
        guard !Self.isPlain(text) else {
            (self.text, hasOuterBlanks, hasInvisibles) = (text, false, false)
            return
        }
        let scalars = Array(text.unicodeScalars)
        let visible = scalars.indices.filter { !scalars.hidesNeedlessly(at: $0) }.map { scalars[$0] }
        let trimmed = visible.drop(while: \.properties.isWhitespace).reversed()
            .drop(while: \.properties.isWhitespace).reversed()
        // Most texts with other letters or emoji are bare already, and putting one together again takes long.
        self.text = trimmed.count == scalars.count ? text : String(String.UnicodeScalarView(trimmed))
        hasOuterBlanks = trimmed.count < visible.count
        hasInvisibles = visible.count < scalars.count
    }

    /// A fast check that finds most texts plain without examining each character.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.first != UInt8(ascii: " ") && text.utf8.last != UInt8(ascii: " ")
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
