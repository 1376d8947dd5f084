/// A number as people and spreadsheets write it, with separators, decimals or a currency's sign.
struct WrittenNumber {
    /// Digits before the decimal mark, without separators.
    private let whole: String
    /// Digits after the decimal mark; empty without one.
    private let decimals: String
    private let hasCurrency: Bool

    /// Reads `1.234.567`, `1,234,567`, `1'234`, `12,50`, `12,-`, `150.0`, `150 EUR` and `€150`; `nil` for anything
    /// else.
    init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let number = Self.withoutCurrency(text)
        hasCurrency = number.utf8.count < text.utf8.count
        let isEven = [",-", ".-"].contains { number.hasSuffix($0) }
        guard let (whole, decimals) = Self.parts(isEven ? number.dropLast(2) : number) else { return nil }
        self.whole = whole
        self.decimals = isEven ? "00" : decimals
    }

    /// Returns the count that a text stands for, such as `1000` for `1,000` and `1000.0`; nothing when there are
    /// decimals other than zeros.
    static func counts(_ text: String) -> [String] {
        guard let number = WrittenNumber(text), number.isWhole, !number.hasCurrency else { return [] }
        return plain([number.whole])
    }

    /// Returns the amounts in the smallest unit that a text may stand for, such as `1250` for `12,50`. `12,00` may mean
    /// 1200, or 12 to which a spreadsheet added decimals.
    static func amounts(_ text: String) -> [String] {
        guard let number = WrittenNumber(text) else { return [] }
        if number.isWhole {
            let isMoney = number.hasCurrency || number.decimals.count > 1
            return plain([number.whole] + (isMoney ? [number.whole + "00"] : []))
        }
        guard number.decimals.count <= 2 else { return [] }
        return plain([number.whole + number.decimals + (number.decimals.count == 1 ? "0" : "")])
    }

    /// The number times a power of ten; `nil` where that isn't whole, or more than an amount of money can be.
    func scaled(by scale: Int64) -> Int64? {
        let digits = String(decimals.reversed().drop { $0 == "0" }.reversed())
        guard let number = Int64(whole + digits), digits.utf8.count <= 6 else { return nil }
        let (product, overflows) = number.multipliedReportingOverflow(by: scale)
        let parts = digits.reduce(Int64(1)) { parts, _ in parts * 10 }
        guard !overflows, product % parts == 0 else { return nil }
        return Form<Int64>.amount.read(String(product / parts))
    }

    /// Whether there are no decimals other than zeros.
    var isWhole: Bool { decimals.allSatisfy { $0 == "0" } }

    /// The numbers without leading zeros, without duplicates, and without those that are too large.
    private static func plain(_ numbers: [String]) -> [String] {
        let values = numbers.compactMap { Int64($0) }
        return values.indices.filter { !values[..<$0].contains(values[$0]) }.map { String(values[$0]) }
    }

    private static func withoutCurrency(_ text: String) -> Substring {
        let first = text.prefix(while: isOfCurrency)
        let afterFirst = isCurrency(first) ? text.dropFirst(first.count) : text[...]
        let last = afterFirst.reversed().prefix(while: isOfCurrency).reversed()
        let rest = isCurrency(String(last)[...]) ? afterFirst.dropLast(last.count) : afterFirst
        return rest.drop(while: \.isWhitespace).dropLastBlanks()
    }

    private static func isOfCurrency(_ character: Character) -> Bool {
        character.isCurrencySymbol || ("A"..."Z").contains(character)
    }

    /// Whether a text names a currency: a currency sign, perhaps with letters such as `US$`, or three letters such as
    /// `EUR`.
    private static func isCurrency(_ text: Substring) -> Bool {
        text.contains(where: \.isCurrencySymbol) || text.count == 3
    }

    private static let separators: Set<Character> = [
        ".", ",", "'", "’", "_", " ", "\u{00A0}", "\u{2009}", "\u{202F}",
    ]

    private static func parts(_ text: Substring) -> (whole: String, decimals: String)? {
        let groups = text.split(omittingEmptySubsequences: false) { separators.contains($0) }
        guard groups.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }) else { return nil }
        let marks = text.filter { separators.contains($0) }.map(\.self)
        let hasDecimals = marks.last.map { endsInDecimals(groups, marks: marks, last: $0) } ?? false
        let thousands = hasDecimals ? groups.dropLast() : groups[...]
        guard Set(marks.dropLast(hasDecimals ? 1 : 0)).count <= 1, areThousands(thousands) else { return nil }
        return (thousands.joined(), hasDecimals ? String(groups[groups.count - 1]) : "")
    }

    /// Whether the last mark is a decimal mark. A single point or comma before three digits separates thousands, unless
    /// the digits before it can't begin a number with separated thousands: `0.500`, `1234.500`.
    private static func endsInDecimals(_ groups: [Substring], marks: [Character], last: Character) -> Bool {
        guard last == "." || last == "," else { return false }
        guard marks.count == 1 else { return marks.dropLast().allSatisfy { $0 != last } }
        return groups[1].count != 3 || groups[0].hasPrefix("0") || groups[0].count > 3
    }

    /// Whether the groups form a number such as `1`, `1 234`, `12 345 678`, or `1 23 456` as in India.
    private static func areThousands(_ groups: ArraySlice<Substring>) -> Bool {
        guard groups.count > 1, let first = groups.first, let last = groups.last else { return groups.count == 1 }
        return first.count <= 3 && !first.hasPrefix("0") && last.count == 3
            && groups.dropFirst().dropLast().allSatisfy { $0.count == 3 || $0.count == 2 }
    }
}

extension Substring {
    fileprivate func dropLastBlanks() -> Substring {
        var rest = self
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
