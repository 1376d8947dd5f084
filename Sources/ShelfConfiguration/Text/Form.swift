import ShelfModel

/// The form that a value must have: how to read it, and how to describe it in an error message.
struct Form<Value> {
    let expected: String
    let read: (String) -> Value?
    /// Guesses what may have been meant by a text that can't be read, the likeliest first. A guess that can't be read
    /// either is dropped.
    let guesses: (String) -> [String]
    /// The warning about a text that can be read; `nil` when there is nothing to warn about.
    let doubt: (String) -> Doubt?
    /// Says that a text has the form but that there is no such day; `nil` for any other text.
    let missingDay: (String) -> String?

    init(
        _ expected: String, guesses: @escaping (String) -> [String], doubt: @escaping (String) -> Doubt? = { _ in nil },
        missingDay: @escaping (String) -> String? = { _ in nil }, _ read: @escaping (String) -> Value?
    ) {
        self.expected = expected
        self.guesses = guesses
        self.doubt = doubt
        self.missingDay = missingDay
        self.read = read
    }

    /// - Parameter guess: returns the most probable meaning of a text that can't be read; `nil` without a guess.
    init(
        _ expected: String, guess: @escaping (String) -> String? = { _ in nil },
        doubt: @escaping (String) -> Doubt? = { _ in nil }, missingDay: @escaping (String) -> String? = { _ in nil },
        _ read: @escaping (String) -> Value?
    ) {
        self.init(
            expected, guesses: { guess($0).map { [$0] } ?? [] }, doubt: doubt, missingDay: missingDay, read)
    }

    /// What should have been there instead of `text`, which can't be read.
    func expected(insteadOf text: String) -> String {
        missingDay(BareText(text).text) == nil ? expected : "a day that exists"
    }

    /// Advice for the author of `text`, which can't be read.
    func advice(insteadOf text: String) -> String? {
        let bare = BareText(text).text
        if let missing = missingDay(bare) { return missing }
        if bare != text, read(bare) != nil {
            return bare.isEmpty ? "leave it empty" : Advice.didYouMean(readable(bare))
        }
        let meant = guesses(bare).filter { $0 != text && read($0) != nil }
        return meant.isEmpty ? nil : Advice.didYouMean(alternatives(meant.map(readable)))
    }

    /// The same form, in which an empty text means no value.
    var orNothing: Form<Value?> {
        Form<Value?>("nothing or \(expected)", guesses: guesses, doubt: doubt, missingDay: missingDay) { text in
            text.isEmpty ? .some(nil) : read(text).map(Optional.some)
        }
    }

    /// The same form, for a place where there may be no value.
    var optional: Form<Value?> {
        Form<Value?>(expected, guesses: guesses, doubt: doubt, missingDay: missingDay) { read($0).map(Optional.some) }
    }
}

extension Form<String> {
    /// Text that people read, such as a name.
    static var label: Form {
        Form("text of at most 200 characters, without line breaks or control characters", doubt: Doubt.label) { text in
            text.isReadable && text.unicodeScalars.count <= 200 ? text : nil
        }
    }

    /// A label by which the database finds something again, in its ``Swift/String/normalForm``.
    static var storedName: Form {
        Form(label.expected, doubt: label.doubt) { label.read($0)?.normalForm }
    }

    static func id(_ most: Int) -> Form {
        Form("1 to \(most) of a-z, 0-9 and -", guess: { idGuess($0, most: most) }) { text in
            (1...most).contains(text.utf8.count) && text.utf8.allSatisfy(\.isIDByte) ? text : nil
        }
    }

    /// `golden-sword` for `Golden Sword`; `nil` where letters of other alphabets would be lost.
    private static func idGuess(_ text: String, most: Int) -> String? {
        let letters = text.lowercased()
        guard letters.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let id = letters.utf8.split { !$0.isIDByte }.map { String(Substring($0)) }.joined(separator: "-")
        return (1...most).contains(id.utf8.count) ? id : nil
    }

    /// The path of a file or a folder.
    static var path: Form {
        Form("a path") { $0.isEmpty || $0.unicodeScalars.contains(where: \.isControl) ? nil : $0 }
    }

    static func one(of words: [String]) -> Form {
        Form("one of \(words.joined(separator: ", "))", guess: { NearName.nearest(to: $0, among: words) }) {
            words.contains($0) ? $0 : nil
        }
    }
}

extension Form<Bool> {
    static var flag: Form { Form("true or false") { ["true": true, "false": false][$0] } }
}

extension Form<Int64> {
    /// The largest whole number that every reader of JSON keeps exactly.
    static var most: Int64 { Money.most }

    static func whole(_ range: ClosedRange<Int64>) -> Form {
        Form("a whole number from \(range.lowerBound) to \(range.upperBound)", guesses: WrittenNumber.counts) { text in
            guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit), let number = Int64(text) else { return nil }
            return range.contains(number) ? number : nil
        }
    }

    /// A positive count.
    static var count: Form { whole(1...most) }

    /// An amount of money, zero included.
    static var amount: Form { whole(0...most) }

    /// An ``amount`` with guesses for designers who think in euros instead of cents.
    static var price: Form {
        Form("\(amount.expected), in the currency's smallest unit", guesses: WrittenNumber.amounts, amount.read)
    }
}

extension Form<Int> {
    static func whole(_ range: ClosedRange<Int>) -> Form {
        let wide = Form<Int64>.whole(Int64(range.lowerBound)...Int64(range.upperBound))
        return Form(wide.expected, guesses: wide.guesses) { wide.read($0).map(Int.init) }
    }
}

extension Form<Weight> {
    static var factor: Form {
        Form("a factor from 0 to 1000 with at most six decimals, such as 3 or 0.02", guess: pointForComma) {
            Weight(decimal: $0)
        }
    }

    private static func pointForComma(_ text: String) -> String? {
        let decimal = String(text.map { $0 == "," ? "." : $0 })
        return Weight(decimal: decimal).map { _ in decimal }
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isIDByte: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || self == UInt8(ascii: "-")
    }
}
