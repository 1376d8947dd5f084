import ShelfModel

/// What may be written in one place: how it is read, and how to say it to someone who wrote something else.
struct Form<Value> {
    let expected: String
    let read: (String) -> Value?
    /// The words that are read, where these are few: one of them may be meant.
    let words: [String]

    init(_ expected: String, words: [String] = [], _ read: @escaping (String) -> Value?) {
        self.expected = expected
        self.words = words
        self.read = read
    }

    /// What to say to someone who wrote `text`.
    func expected(insteadOf text: String) -> String { expected + NearName.hint(text, among: words) }

    /// Empty text for no value.
    var orNothing: Form<Value?> {
        Form<Value?>("nothing or \(expected)") { text in
            text.isEmpty ? .some(nil) : read(text).map(Optional.some)
        }
    }
}

extension Form<String> {
    /// Something that people read.
    static var label: Form {
        Form("text without line breaks or control characters, at most 200 characters") { text in
            let isPlain = !text.unicodeScalars.contains(where: \.isControl)
            return isPlain && !text.allSatisfy(\.isWhitespace) && text.count <= 200 ? text : nil
        }
    }

    static func id(_ most: Int) -> Form {
        Form("1 to \(most) of a-z, 0-9 and -") { text in
            (1...most).contains(text.utf8.count) && text.utf8.allSatisfy(\.isIDByte) ? text : nil
        }
    }

    static func one(of words: [String]) -> Form {
        Form("one of \(words.joined(separator: ", "))", words: words) { words.contains($0) ? $0 : nil }
    }
}

extension Form<Bool> {
    static var flag: Form { Form("true or false") { ["true": true, "false": false][$0] } }
}

extension Form<Int64> {
    /// The largest whole number that every reader of JSON keeps exactly.
    static var most: Int64 { 9_007_199_254_740_991 }

    static func whole(_ range: ClosedRange<Int64>) -> Form {
        let words =
            range.upperBound == most
            ? "a whole number, at least \(range.lowerBound)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return Form(words) { text in
            guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit), let number = Int64(text) else { return nil }
            return range.contains(number) ? number : nil
        }
    }
}

extension Form<Int> {
    static func whole(_ range: ClosedRange<Int>) -> Form {
        let wide = Form<Int64>.whole(Int64(range.lowerBound)...Int64(range.upperBound))
        return Form(wide.expected) { wide.read($0).map(Int.init) }
    }
}

extension Form<Weight> {
    static var factor: Form {
        Form("a factor from 0 to 1000 with at most six decimals, such as 3 or 0.02") { Weight(decimal: $0) }
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isIDByte: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || self == UInt8(ascii: "-")
    }
}
