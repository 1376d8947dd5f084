import ShelfConfiguration
import ShelfModel
import Testing

/// What becomes of another game's table.
@Suite struct ImportedCatalogueTests {
    private static let christmasEve = Item.Release.date(CalendarDate(year: 2026, month: 12, day: 24)!)

    private func imported(
        _ text: String, file: String = "items.csv", map: String = "", options: ImportedCatalogue.Options = .init()
    ) throws -> ImportedCatalogue {
        let table = try ForeignTable(Array(text.utf8), file: file)
        let columns = try ColumnMap(table, pairs: ColumnMap.pairs(map), needsPrice: options.free == nil)
        return ImportedCatalogue(table, map: columns, options: options, now: .testNow)
    }

    private func csv(_ imported: ImportedCatalogue) -> String { String(decoding: imported.csv(), as: UTF8.self) }

    @Test(arguments: [
        "name,cost,type\nOld Boot,5,shoe\n\"Sword, long\",1500,arm\n",
        "\u{FEFF}name;cost;type\r\nOld Boot;5;shoe\r\nSword, long;1500;arm\r\n",
        "name\tcost\ttype\nOld Boot\t5\tshoe\nSword, long\t1500\tarm\n",
        "sep=;\nname;cost;type\nOld Boot;5;shoe\n\"Sword, long\";1500;arm\n",
        #"[{"name": "Old Boot", "cost": 5, "type": "shoe"}, {"name": "Sword, long", "cost": 1500, "type": "arm"}]"#,
        #"""
        {"version": 3, "items": [ // as our tool writes them
          {"name": "Old Boot", "cost": {"coins": 5}, "type": "shoe", "tags": ["a"],},
          {"name": "Sword, \u006cong", "cost": {"coins": 1500}, "type": "arm"},
        ]}
        """#,
        #"{"old-boot": {"name": "Old Boot", "cost": 5, "type": "shoe"}, "#
            + #""sword-long": {"name": "Sword, long", "cost": 1500, "type": "arm"}}"#,
    ]) func `a table in any of the forms is the same catalogue`(text: String) throws {
        #expect(
            csv(try imported(text)) == """
                id,name,set,released,price
                old-boot,Old Boot,shoe,2026-11-20,5
                sword-long,"Sword, long",arm,2026-11-20,1500

                """)
    }

    @Test(arguments: [
        (Array("id,näme\n".utf8) + [0xE4], "items:2: found text that is not UTF-8"),
        (Array([0xFF, 0xFE, 0x69, 0x00]), "items: found text in UTF-16"),
        (Array("[1, 2]".utf8), "items:1: found no table"),
        (Array("[{\"id\":\n1}".utf8), "items:2: found the end of the file"), (Array("\n".utf8), "items: found nothing"),
    ]) func `what is no table is refused with the reason`(bytes: [UInt8], reason: String) throws {
        let problems = #expect(throws: ConfigurationProblems.self) { try ForeignTable(bytes, file: "items") }
        #expect(problems?.description.hasPrefix(reason) == true, "\(problems?.description ?? "")")
    }

    @Test func `a quote that is never closed takes its own row only`() throws {
        let imported = try imported("name,price\nAxe,1\n\"Boot,2\nCap,3\n")
        #expect(imported.entries.map(\.item.id) == ["axe", "cap"])
        #expect(imported.remarks.map { "\($0.line) \($0.kind)" } == ["3 unreadable"])
    }

    @Test func `ids that are words are kept, others are made of names, and those that repeat get a number`() throws {
        let words = try imported("id,identifier,cost\n1,master_ball,0\n2,Master Ball,5\n")
        #expect(
            csv(words) == """
                id,name,set,released,price
                master-ball,Master Ball,items,2026-11-20,0
                master-ball-2,Master Ball,items,2026-11-20,5

                """)
        #expect(words.remarks.map(\.kind) == [.repeatedID])
        #expect(words.notes.contains { $0.hasPrefix("free, as in the table: 1 item;") })
        let named = try imported("title,preis\n剣,7\nÜber,8\n")
        #expect(named.entries.map(\.item.id) == ["item-1", "uber"])
    }

    @Test(
        arguments: [
            (["1.50", "2", "1,234.00"], nil, [150, 200, 123_400]), (["12.00", "€ 7"], nil, [12, 7]),
            (["1.50", "2"], 1, [nil, 2]), (["1'500", "-3", "many", ""], nil, [1500, nil, nil, nil]),
            (["1.125", "1e3"], 1000, [1_125_000, nil]),
        ] as [([String], Int64?, [Int64?])]) func `prices are read by one scale`(
            cells: [String], scale: Int64?, prices: [Int64?]
        ) throws
    {
        var options = ImportedCatalogue.Options()
        options.scale = scale
        let rows = cells.enumerated().map { "i\($0),\"\($1)\"\n" }.joined()
        let items = try imported("id,price\n\(rows)", options: options).entries.map(\.item)
        #expect(cells.indices.map { index in items.first { $0.id == "i\(index)" }?.price } == prices)
    }

    @Test func `a number in JSON has a decimal point`() throws {
        var options = ImportedCatalogue.Options()
        options.scale = 1000
        let items = try imported(#"[{"id": "a", "price": 1.125}]"#, options: options)
        #expect(items.entries.map(\.item.price) == [1125])
    }

    @Test func `a price for what has none is given to that of 0, too`() throws {
        var options = ImportedCatalogue.Options()
        options.free = 30
        #expect(try imported("id,price\na,0\nb,\nc,2\n", options: options).entries.map(\.item.price) == [30, 30, 2])
        #expect(try imported("id\na\n", options: options).entries.map(\.item.price) == [30])
    }

    @Test func `nothing is lost without a word`() throws {
        var options = ImportedCatalogue.Options()
        options.used = ["lamp": "other.csv"]
        let long = String(repeating: "word ", count: 80)
        let imported = try imported(
            """
            id,name,price,released,max,desc,icon
            lamp,Lamp,1,,,,
            a,A,1,24.12.2026,5,\(long),🗡
            b,B,1,3/4/2026,none,,
            c,C,1.5.2.5,,,,
            d,D,1,,,,,surplus
            ,,1,,,,
            """, options: options)
        #expect(
            imported.remarks.map { "\($0.line) \($0.kind)" }.sorted() == [
                "2 usedID", "3 cutText", "4 unreadCount", "4 unreadDate", "5 unreadPrice", "6 unreadable", "7 nameless",
            ])
        let item = try #require(imported.entries.first?.item)
        #expect(item.glyph == "🗡" && item.edition == 5 && item.released == Self.christmasEve)
        #expect(item.text?.hasPrefix("word word") == true && item.text?.hasSuffix("…") == true)
        #expect(
            imported.remarks.lines.first == "left out: 1 × rows that can't be read (line 6: 8 fields under 7 columns)")
    }

    @Test func `a text is as long as the smallest card has room for`() throws {
        let row = "id,price,desc\na,1,\(String(repeating: "ü", count: 180))\n"
        var options = ImportedCatalogue.Options()
        options.cardBytes = 1000
        #expect(try imported(row, options: options).entries[0].item.text?.count == 180)
        options.cardBytes = 250
        let item = try imported(row, options: options).entries[0].item
        let content = """
            catalogue: [items.csv]
            stores: [{id: main, positions: 1, cardBytes: 255, currency: coins}]
            """
        let folder = try TemporaryFolder()
        try folder.write(content, to: "content.yaml")
        try folder.write(String(decoding: try imported(row, options: options).csv(), as: UTF8.self), to: "items.csv")
        #expect(item.text?.hasSuffix("ü…") == true)
        let errors = folder.outcome("content.yaml").problems.filter { $0.found.contains("card") }
        #expect(errors.isEmpty, "\(errors)")
    }

    @Test func `columns are found by many names, and said ones take their place`() throws {
        let header = "Sell_Price,Item Name,Rarety,iconPath,Beschreibung,releaseDate,weight"
        let table = try ForeignTable(Array("\(header)\n".utf8), file: "items.csv")
        let found = try ColumnMap(table)
        #expect(
            found.lines.map { "\($0.field)=\($0.column)" } == [
                "name=Item Name", "set=Rarety", "released=releaseDate", "price=Sell_Price", "picture=iconPath",
                "text=Beschreibung",
            ])
        #expect(found.unread == ["weight"])
        let said = try ColumnMap(table, pairs: ColumnMap.pairs("price=weight,set="))
        #expect(said.lines.first { $0.field == "price" }?.column == "weight")
        #expect(!said.lines.contains { $0.field == "set" } && said.unread == ["Sell_Price", "Rarety"])
        #expect(throws: ColumnMap.Fault.unknownField("cost")) { try ColumnMap.pairs("cost=weight") }
        #expect(throws: ColumnMap.Fault.unknownColumn("wait", columns: table.columns)) {
            try ColumnMap(table, pairs: [("price", "wait")])
        }
        #expect(throws: ColumnMap.Fault.noName(columns: ["cost"])) {
            try ColumnMap(ForeignTable(Array("cost\n1\n".utf8), file: "items.csv"))
        }
        #expect(throws: ColumnMap.Fault.noPrice(columns: ["name"])) {
            try ColumnMap(ForeignTable(Array("name\nA\n".utf8), file: "items.csv"))
        }
    }

    @Test func `what nested objects say of other things isn't the item's`() throws {
        let text =
            #"[{"title": {"en": "Axe", "de": "Axt"}, "category": {"id": 3, "name": "Arms"}, "#
            + #""cost": {"quantity": 2, "unit": "gp"}}, {"title": {"en": "Cap"}, "cost": {"quantity": 5, "unit": "sp"}}]"#
        let imported = try imported(text, file: "items.json")
        #expect(imported.entries.map(\.item.id) == ["axe", "cap"])
        #expect(imported.entries.map(\.item.set) == ["Arms", "items"])
        #expect(imported.notes == ["prices are numbers only: cost.unit isn't read, which has gp or sp"])
    }

    @Test func `another import tells what is new, changed and gone`() throws {
        let before = try imported("id,price\na,1\nb,2\nc,3\n").csv()
        let after = try imported("id,price\na,1\nb,3\nd,4\n")
        #expect(after.changes(from: before, now: .testNow) == "1 new, 1 changed, 1 gone")
    }
}
