import HTTPTypes

/// A part of a file that a client asks for (RFC 9110, section 14).
package enum ByteRange: Hashable {
    /// Nothing was asked for in a form that is understood, so the whole file is the answer.
    case whole
    case part(Range<Int>)
    /// Nothing of what was asked for is in the file.
    case unsatisfiable

    /// - Parameters:
    ///   - field: the value of `Range`.
    ///   - condition: the value of `If-Range`: a part is only wanted of the file with this entity tag.
    ///   - length: the file's.
    package init(_ field: String?, if condition: String?, entityTag: String, length: Int) {
        guard let field, field.lowercased().hasPrefix("bytes="), condition == nil || condition == entityTag else {
            self = .whole
            return
        }
        let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]) else {
            self = .whole
            return
        }
        switch (first, last) {
        case (nil, nil): self = .whole
        case (nil, let count?): self = count > 0 ? .part(max(0, length - count)..<length) : .unsatisfiable
        case (let first?, nil): self = first < length ? .part(first..<length) : .unsatisfiable
        case (let first?, let last?) where first > last: self = .whole
        case (let first?, let last?): self = first < length ? .part(first..<min(last, length - 1) + 1) : .unsatisfiable
        }
    }

    /// - Returns: `nil` for what is no number; a value of `nil` for an empty text.
    private static func number(_ text: Substring) -> Int?? {
        if text.isEmpty { return .some(nil) }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
        return .some(number)
    }
}
