/// What an import couldn't take as it stands, and where.
package struct ImportRemark: Hashable, Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
        case unreadable, nameless, priceless, negativePrice, brokenPrice, unreadPrice, usedID
        case repeatedID, noID, cutName, cutSet, cutText, oddGlyph, unreadDate, unreadCount
        case picture, noPicture
    }

    package let kind: Kind
    /// The number of the row's first line in its file.
    package let line: Int
    /// What was found there.
    package let found: String

    package init(_ kind: Kind, line: Int, found: String) {
        (self.kind, self.line, self.found) = (kind, line, found)
    }
}

extension ImportRemark.Kind {
    /// Whether there is no item of the row.
    package var leavesOut: Bool {
        switch self {
        case .unreadable, .nameless, .priceless, .negativePrice, .brokenPrice, .unreadPrice, .usedID: true
        case .repeatedID, .noID, .cutName, .cutSet, .cutText, .oddGlyph, .unreadDate, .unreadCount, .picture,
            .noPicture:
            false
        }
    }

    /// What the rows have in common, and what a person can do.
    fileprivate var text: String {
        switch self {
        case .unreadable: "rows that can't be read"
        case .nameless: "rows with neither a name nor an id"
        case .priceless: "rows without a price; --free PRICE gives them one"
        case .negativePrice: "rows with a price below 0"
        case .brokenPrice: "rows whose price isn't whole in the smallest unit; --scale 100 takes 1.50 for 150"
        case .unreadPrice: "rows whose price is no number"
        case .usedID: "rows with an id that another catalogue file has"
        case .repeatedID: "ids that stand there already, so a number is behind them"
        case .noID: "rows of which no id can be made, so the id has the row's number"
        case .cutName: "names of more than 200 characters, which are cut"
        case .cutSet: "sets of more than 200 characters, which are cut"
        case .cutText: "texts that are cut, so that the card fits into cardBytes of every store and 200 characters"
        case .oddGlyph: "glyphs that can't be one, which are left out"
        case .unreadDate:
            "dates that aren't understood, so the items are released today; --dates says what 03/04/2025 is"
        case .unreadCount: "editions, limits or stocks that aren't a number from 1 on, which are left out"
        case .picture: "pictures that can't be taken"
        case .noPicture: "pictures that aren't there; --pictures DIR looks in another folder, too"
        }
    }
}

extension [ImportRemark] {
    /// A line for each kind, with its first rows: those that are left out first.
    package var lines: [String] {
        ImportRemark.Kind.allCases.compactMap { kind in
            let alike = filter { $0.kind == kind }
            guard !alike.isEmpty else { return nil }
            let shown = alike.prefix(3).map { "line \($0.line): \($0.found)" }
            let rest = alike.count > shown.count ? " …" : ""
            let number = "\(kind.leavesOut ? "left out: " : "")\(grouped(alike.count)) × "
            return "\(number)\(kind.text) (\(shown.joined(separator: ", "))\(rest))"
        }
    }
}
