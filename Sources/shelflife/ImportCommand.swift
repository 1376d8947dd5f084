import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfTerminal

/// `shelflife import`
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a catalogue of a table of items, such as that of another game.",
        discussion: """
            Reads CSV (with commas, semicolons or tabs) or JSON (a list of objects, an object that has one, or objects by \
            id), in UTF-8. Takes the columns whose names say what they are; nested JSON has columns such as price.coins. \
            Makes ids of the ids or names, and copies pictures: those that a column names, data addresses, and files named \
            after an item, beside the table or in pictures, images, icons or img there. No address is asked.

            Writes a catalogue file and pictures into the shop's folder, names the file in content.yaml, and checks the \
            result. Prints which column has become what, ten items, and what couldn't be taken. The first import takes the \
            place of the items that `shelflife new` has written, in the plan too, and removes those files, unless \
            somebody has changed them. Nothing else is overwritten or deleted; --over replaces the catalogue file of the same name and the pictures of its items. Ends with status \
            1 when something can't be written, or the check finds an error.
            """)

    @Argument(help: "The table.", completion: .file(extensions: ["csv", "json", "tsv", "txt"]))
    var file: String

    @Option(help: "The shop's folder, with shelflife.yaml or content.yaml.", completion: .directory)
    var into: String

    @Option(
        help: ArgumentHelp(
            """
            Which column has which field, such as name=title,price=cost; set= takes none. The fields are \
            \(ColumnMap.fields.joined(separator: ", ")).
            """, valueName: "field=column"))
    var map: [String] = []

    @Option(name: .customLong("set"), help: "The set of items for which the table has none.")
    var set = ImportedCatalogue.Options().set

    @Option(help: "The price of items that have none, or that of 0, in the smallest unit.")
    var free: Int64?

    @Option(help: "What a price of 1 is in the smallest unit: 1 or, where prices have decimals, 100.")
    var scale: Int64?

    @Option(
        help: "Whether 03/04/2025 is day-first or month-first; unless given, the table's other dates show it.")
    var dates: ImportedDates.Order?

    @Option(
        name: .customLong("as"),
        help:
            "The catalogue file to write, such as that of an earlier export; unless given, it is named after the table."
    )
    var name: String?

    @Option(help: "One more folder with the pictures, also in folders below it.", completion: .directory)
    var pictures: String?

    @Flag(help: "Replace what an earlier import of the same file has written.")
    var over = false

    @Flag(help: "Say what would become of the table; write nothing, and check nothing in the shop.")
    var dryRun = false

    func validate() throws {
        do throws(ColumnMap.Fault) {
            _ = try pairs()
        } catch {
            throw ValidationError("\(error)")
        }
        if let name, name.contains("/") || name.hasPrefix(".") || !name.hasSuffix(".csv") {
            throw ValidationError("--as is “\(name)”; expected the name of a file in the folder, such as items.csv")
        }
        guard set.isReadable, set.unicodeScalars.count <= 200 else {
            throw ValidationError("a set can't be called “\(set)”; expected text of at most 200 characters")
        }
        guard (0...Money.most).contains(free ?? 0) else {
            throw ValidationError("--free is \(free ?? 0); expected a price from 0 to \(Money.most)")
        }
        guard (1...1_000_000).contains(scale ?? 1) else {
            throw ValidationError("--scale is \(scale ?? 1); expected a number from 1 to 1000000")
        }
    }

    private func pairs() throws(ColumnMap.Fault) -> [(field: String, column: String?)] {
        var pairs: [(field: String, column: String?)] = []
        for text in map { pairs += try ColumnMap.pairs(text) }
        return pairs
    }

    func run() async throws {
        let now = WallClock.now()
        let target = try target(now: now)
        let (columns, imported, found) = try read(target, now: now)
        var lines = report(columns, imported, pictures: found.count)
        guard !imported.entries.isEmpty else {
            Output.print(lines)
            throw UsageError("no row of \(file) can be used, so nothing is written")
        }
        if let file = imported.likelyFormer {
            Output.print(lines)
            throw UsageError(
                """
                most of these items are in \(file) already, and nothing is written. If this table is a newer export of it, \
                replace it: --as \(file) --over
                """)
        }
        let files = ImportedFiles(target, imported, found)
        let conflicts = files.conflicts(over: over)
        guard conflicts.isEmpty else {
            Output.print(lines)
            throw UsageError(
                "nothing is written, since there is already: \(conflicts.joined(separator: ", ")). Move it away"
                    + (over ? "" : ", or replace what an earlier import has written by --over"))
        }
        lines += files.changes(now: now)
        let missed = files.plannedAndGone(now: now)
        guard missed.isEmpty else {
            Output.print(lines)
            throw UsageError(
                """
                nothing is written, since \(ContentFile.plan) plans what the table doesn't have: \
                \(missed.joined(separator: ", ")). Take that out of the plan first, or put it back into the table
                """)
        }
        guard !dryRun else { return Output.print(lines + ["Nothing is written or checked (--dry-run)."]) }
        let (written, isComplete) = try files.write(now: now)
        Output.print(lines + written)
        let report = try await Check.parse(["--", target.shop]).report(now: now)
        Output.print(report.lines)
        guard isComplete, report.passes(strict: false) else { throw ExitCode.failure }
        Output.print("Next: shelflife demo \(into.shellWord)")
    }

    private func target(now: Instant) throws -> ImportTarget {
        guard let shop = ShopFile.path(in: into) else {
            throw UsageError(
                "\(into) has no shelflife.yaml and no content.yaml; make a shop there first: shelflife new \(into.shellWord)"
            )
        }
        do throws(ConfigurationProblems) {
            return ImportTarget(
                shop: shop, catalogue: try ShopCatalogue(file: shop, now: now), table: file, as: name)
        } catch {
            throw UsageError("\(error)")
        }
    }

    private func read(
        _ target: ImportTarget, now: Instant
    ) throws -> (ColumnMap, ImportedCatalogue, [ImportedPictures.Picture]) {
        do {
            let table = try ForeignTable(file: file)
            let columns = try ColumnMap(table, pairs: pairs(), needsPrice: free == nil)
            var options = ImportedCatalogue.Options()
            (options.set, options.free, options.scale, options.dates) = (set, free, scale, dates)
            (options.used, options.cardBytes) = (target.usedIDs, target.catalogue.cardBytes)
            var imported = ImportedCatalogue(table, map: columns, options: options, now: now)
            let finder = ImportedPictures(beside: file, and: pictures)
            let found = imported.entries.map(finder.find)
            imported.note(found.compactMap(\.remark))
            return (columns, imported, found.compactMap(\.picture))
        } catch let error as ConfigurationProblems {
            throw UsageError("\(error)")
        } catch let error as ColumnMap.Fault {
            throw UsageError("\(error)")
        }
    }

    private func report(_ columns: ColumnMap, _ imported: ImportedCatalogue, pictures: Int) -> [String] {
        let map = columns.lines.map { "\($0.field) = \($0.column)" }
        let unread = columns.unread
        let more = unread.count > 30 ? " and \(unread.count - 30) more" : ""
        return ["columns: \(map.joined(separator: ", "))"]
            + (unread.isEmpty ? [] : ["not read: \(unread.prefix(30).joined(separator: ", "))\(more)"])
            + imported.sample + imported.remarks.lines + imported.notes
            + ["\(imported.summary), \(pictures) with a picture"]
    }
}

extension ImportedDates.Order: ExpressibleByArgument {}
