import Foundation
import ShelfConfiguration
import Testing

@Suite struct ProblemLinesTests {
    private static let header = "id,name,set,released,price,edition,glyph\n"

    private static func folder(rows: [String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder.configured()
        try folder.write(header + rows.joined(separator: "\n") + "\n", to: "items.csv")
        return folder
    }

    /// Ten thousand rows whose dates are written as in Germany, a word for a date, and a word for a price.
    private static func systematic() throws -> TemporaryFolder {
        var rows = (1...10_000).map { "item-\($0),Item \($0),red,24.12.2020,10,,*" }
        rows[4_999] = "item-5000,Item 5000,red,yesterday,10,,*"
        rows[6_999] = "item-7000,Item 7000,red,24.12.2020,free,,*"
        return try folder(rows: rows)
    }

    @Test func `two single mistakes are seen beside one that stands in every row`() throws {
        let lines = try Self.systematic().grouped()
        #expect(
            lines == [
                """
                items.csv: 9,999 × released: expected a date such as 2026-11-21 or an instant such as \
                2026-11-21T09:00:00Z, for example line 2: found "24.12.2020"; did you mean 2020-12-24?
                """,
                """
                items.csv:5001: released: found "yesterday", expected a date such as 2026-11-21 or an instant such as \
                2026-11-21T09:00:00Z
                """,
                """
                items.csv:7001: price: found "free", expected a whole number from 0 to 9007199254740991, in the \
                currency's smallest unit
                """,
            ])
    }

    @Test func `nothing is lost: each of them can be listed`() throws {
        let lines = try Self.systematic().problems()
        #expect(lines.count == 10_001)
        #expect(lines.allSatisfy { $0.hasPrefix("items.csv:") })
        #expect(Set(lines).count == 10_001)
    }

    @Test(arguments: [(5, 5), (6, 1)])
    func `five of a kind are listed one by one, six are one line`(number: Int, lines: Int) throws {
        let rows = (1...number).map { "item-\($0),Item \($0),red,2020-01-01,free,,*" }
        #expect(try Self.folder(rows: rows).grouped().count == lines)
    }

    /// What people write instead of a price, each in a form of its own.
    private static let messyPrices = ["free", "12.50", "$5", "5 EUR", "soon!", "(9)", "7/8"]

    @Test(arguments: [(5, 5), (6, 1)])
    func `five forms of one field's mistake are listed one by one, six are one line`(number: Int, lines: Int) throws {
        let rows = Self.messyPrices.prefix(number).enumerated().map { "item-\($0),Item,red,2020-01-01,\($1),,*" }
        #expect(try Self.folder(rows: rows).grouped().count == lines)
    }

    @Test func `mistakes in many forms are one line beside those that are all alike`() throws {
        let prices = Self.messyPrices + Array(repeating: "n/a", count: 8)
        let rows = prices.enumerated().map { "item-\($0),Item,red,\($0 == 3 ? "yesterday" : "2020-01-01"),\($1),,*" }
        #expect(
            try Self.folder(rows: rows).grouped() == [
                """
                items.csv: 7 × price: in several forms, expected a whole number from 0 to 9007199254740991, in the \
                currency's smallest unit, for example line 2: found "free"
                """,
                """
                items.csv:5: released: found "yesterday", expected a date such as 2026-11-21 or an instant such as \
                2026-11-21T09:00:00Z
                """,
                """
                items.csv: 8 × price: expected a whole number from 0 to 9007199254740991, in the currency's smallest \
                unit, for example line 9: found "n/a"
                """,
            ])
    }

    @Test func `names that nothing knows stay apart, however many they are`() throws {
        let columns = (1...8).map { "notes-\($0)" }.joined(separator: ",")
        let folder = try TemporaryFolder.configured()
        try folder.write(
            String.items.replacing(",glyph\n", with: ",glyph,\(columns)\n").replacing("*\n", with: "*,,,,,,,,\n"),
            to: "items.csv")
        #expect(folder.grouped().count == 8)
    }

    @Test func `mistakes in different columns, files and places of a rule are of different kinds`() throws {
        let rows = (1...6).map { "item-\($0),,red,2020-01-01,free,,*" }
        let folder = try Self.folder(rows: rows)
        try folder.write(Self.header + rows.joined(separator: "\n").replacing("item", with: "more"), to: "more.csv")
        try folder.write(
            .content(store: "    weights: [{factor: x}, {factor: y}, {factor: z}]\n")
                .replacing("[items.csv]", with: "[items.csv, more.csv]"), to: "content.yaml")
        #expect(
            folder.grouped().map { $0.prefix(while: { $0 != "," }) } == [
                "content.yaml:6: stores[0].weights[0].factor: found \"x\"",
                "content.yaml:6: stores[0].weights[0]: found no condition",
                "content.yaml:6: stores[0].weights[1].factor: found \"y\"",
                "content.yaml:6: stores[0].weights[1]: found no condition",
                "content.yaml:6: stores[0].weights[2].factor: found \"z\"",
                "content.yaml:6: stores[0].weights[2]: found no condition",
                "items.csv: 6 × name: expected text of at most 200 characters",
                "items.csv: 6 × price: expected a whole number from 0 to 9007199254740991",
                "more.csv: 6 × name: expected text of at most 200 characters",
                "more.csv: 6 × price: expected a whole number from 0 to 9007199254740991",
            ])
    }

    @Test func `the elements of a list are one kind, and its line names one of them`() throws {
        let names = (1...8).map { "gone-\($0)" }.joined(separator: ", ")
        let folder = try TemporaryFolder.configured(store: "    choose: {items: [item-1, \(names)]}\n")
        #expect(
            folder.grouped() == [
                """
                content.yaml: 8 × stores[…].choose.items[…]: expected one of the catalogue's items, for example \
                line 6: found "gone-1"
                """
            ])
    }

    @Test func `warnings come after errors and say that they are warnings`() throws {
        let rows = (1...6).map { "item-\($0),Item \($0) ,red,2020-01-01,\($0 == 6 ? "free" : "1"),,*" }
        #expect(
            try Self.folder(rows: rows).grouped() == [
                """
                items.csv:7: price: found "free", expected a whole number from 0 to 9007199254740991, in the \
                currency's smallest unit
                """,
                """
                items.csv: warning: 6 × name: expected no blanks around it, for example line 2: found "Item 1 "; \
                did you mean "Item 1"?
                """,
            ])
    }

    @Test func `a server that can't start tells its errors by kind, and how to list them all`() throws {
        let folder = try Self.systematic()
        do {
            _ = try folder.load()
            Issue.record("expected errors")
        } catch {
            let lines = error.description.split(separator: "\n")
            #expect(lines.count == 4)
            #expect(lines.last == "shelflife check --all lists each of them")
        }
    }
}
