import Foundation

/// The form of an age file in letters, which can be pasted into a text. The format reads it strictly, so that one
/// content has one armour: lines of 64 letters, of which only the last may be shorter.
enum AgeArmor {
    private static let begin = "-----BEGIN AGE ENCRYPTED FILE-----"
    private static let end = "-----END AGE ENCRYPTED FILE-----"
    private static let columns = 64

    static func isArmored(_ file: [UInt8]) -> Bool {
        file.drop(while: isSpace).starts(with: begin.utf8)
    }

    static func encode(_ file: [UInt8]) -> [UInt8] {
        let letters = Array(Data(file).base64EncodedString().utf8)
        var text = Array("\(begin)\n".utf8)
        for start in stride(from: 0, to: letters.count, by: columns) {
            text += letters[start..<min(start + columns, letters.count)] + [UInt8(ascii: "\n")]
        }
        return text + Array("\(end)\n".utf8)
    }

    /// Lines may end with a carriage return and a line feed, and blank space may stand around the whole.
    static func decode(_ text: [UInt8]) throws(AgeError) -> [UInt8] {
        var lines = text.drop(while: isSpace).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        while let last = lines.last, last.allSatisfy(isSpace) { lines.removeLast() }
        guard lines.count > 2, lines.first?.elementsEqual(begin.utf8) == true else {
            throw .armor("its first line must be \(begin)")
        }
        guard let last = lines.last, last.elementsEqual(end.utf8) else { throw .armor("its last line must be \(end)") }
        let body = lines[1..<(lines.count - 1)]
        guard body.dropLast().allSatisfy({ $0.count == columns }), let final = body.last,
            (1...columns).contains(final.count)
        else { throw .armor("expected lines of \(columns) letters, of which the last may be shorter") }
        let letters = String(decoding: body.joined(), as: UTF8.self)
        guard let data = Data(base64Encoded: letters), data.base64EncodedString() == letters else {
            throw .armor("expected base64 with padding")
        }
        return Array(data)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
}
