import Yams

/// A colour such as `#ff8a00` without quotes. In braces it makes a comment of the rest of its line, with the brace that
/// ends there, and the parser stops somewhere below.
struct YAMLColour {
    private let range: Range<String.Index>
    private let text: String
    /// From 1.
    private let line: Int

    /// The first one that keeps `text` from being read; `nil` where something else does.
    init?(in text: String, failing error: any Error) {
        guard case .parser(let context?, _, let mark, _)? = error as? YamlError, context.text.contains("flow") else {
            return nil
        }
        let lines = text.split(separator: "\n", maxSplits: mark.line, omittingEmptySubsequences: false)
        let before = lines.prefix(max(0, mark.line - 1)).lastIndex { line in line.contains { $0 != " " } }
        let first = min(context.mark.line - 1, before ?? 0)
        guard let index = lines.indices.first(where: { $0 >= first && Self.colour(in: lines[$0]) != nil }),
            index < mark.line, let range = Self.colour(in: lines[index])
        else { return nil }
        (self.range, self.text, line) = (range, text, index + 1)
    }

    var fault: Fault {
        Fault(
            line: line, found: "\(text[range]) without quotes, which begins a comment",
            expected: "the colour in quotes")
    }

    /// The file's text with quotes around the colour, for what else is in it.
    var mended: String {
        "\(text[..<range.lowerBound])\"\(text[range])\"\(text[range.upperBound...])"
    }

    /// Where the line's comment begins, if that is a colour right after a key.
    private static func colour(in line: Substring) -> Range<String.Index>? {
        var quote: Character?
        var (last, previous): (Character, Character) = (" ", " ")
        for index in line.indices {
            let character = line[index]
            if quote != nil {
                if character == quote { quote = nil }
            } else if "\"'".contains(character), ":,[{-".contains(last) {
                quote = character
            } else if character == "#", previous == " " {
                return last == ":" ? colour(at: index, in: line) : nil
            }
            if character != " " { last = character }
            previous = character
        }
        return nil
    }

    private static func colour(at index: String.Index, in line: Substring) -> Range<String.Index>? {
        let word = line[index...].prefix { !" ,}]\t\r".contains($0) }
        guard [4, 5, 7, 9].contains(word.count), word.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
        return word.startIndex..<word.endIndex
    }
}
