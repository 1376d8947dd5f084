import Foundation
import ShelfConfiguration
import ShelfModel
import Testing

@Suite struct `A pack's folder` {
    private func load(
        _ yaml: String, maps: [String: [UInt8]] = ["a.xsb": [1, 0, 255]], named name: String = "warehouse"
    ) throws -> Result<Pack, ConfigurationProblems> {
        let folder = try TemporaryFolder()
        try Data(yaml.utf8).write(to: URL(filePath: "\(folder.path)/pack.yaml"))
        for (name, bytes) in maps { try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name)")) }
        return Result { () throws(ConfigurationProblems) in try PackFolder.load(folder.path, named: name).pack.pack }
    }

    private func problems(_ result: Result<Pack, ConfigurationProblems>) -> [String] {
        guard case .failure(let problems) = result else { return [] }
        return problems.problems.map { "\($0.line ?? 0): \($0.found)" }
    }

    @Test func `has its levels in order, with their maps byte for byte`() throws {
        let pack = try load(
            """
            engine: 2
            levels:
              - {id: b, title: Second first, author: Ana, tags: [easy, short], background: brick, map: a.xsb}
              - {id: a, title: First second, map: ./a.xsb}
            """.replacing("./", with: "")
        ).get()
        #expect(
            pack
                == Pack(
                    id: "warehouse", engine: 2,
                    levels: [
                        Level(
                            id: "b", title: "Second first", author: "Ana", tags: ["easy", "short"], background: "brick",
                            map: [1, 0, 255]),
                        Level(
                            id: "a", title: "First second", author: nil, tags: [], background: nil, map: [1, 0, 255]),
                    ]))
    }

    @Test func `tells every problem with its line`() throws {
        let found = problems(
            try load(
                """
                levels:
                  - {id: a, title: A, map: a.xsb}
                  - {id: a, title: Again, map: a.xsb}
                  - {id: B, title: Big, map: a.xsb}
                  - {id: c, title: Away, map: ../a.xsb}
                  - {id: d, title: Gone, map: b.xsb}
                  - {id: e, title: Twice, tags: [easy, easy], map: a.xsb}
                  - {id: f, map: a.xsb}
                  - {id: g, title: Large, map: large.xsb}
                """, maps: ["a.xsb": [1], "large.xsb": [UInt8](repeating: 1, count: 65_537)]))
        #expect(found.count == 7 && Set(found.map { $0.prefix(2) }) == ["3:", "4:", "5:", "6:", "7:", "8:", "9:"])
        #expect(
            problems(
                try load(
                    """
                    levels:
                      - {id: a, title: Empty, map: empty.xsb}
                      - {id: b, title: Itself, map: pack.yaml}
                    """, maps: ["empty.xsb": []])) == ["2: a map of 0 bytes", "3: pack.yaml, which is no map"])
    }

    @Test func `may name a background without a file if its list of removed pictures has it`() throws {
        let yaml = "levels:\n  - {id: a, title: A, background: night.webp, map: a.xsb}"
        let line = "\(String(repeating: "0a", count: 32))  night.webp\n"
        let pack = try load(yaml, maps: ["a.xsb": [1], "REMOVED": Array(line.utf8)]).get()
        #expect(pack.levels[0].background == "night.webp")
        #expect(problems(try load(yaml, maps: ["a.xsb": [1]])).count == 1)
        #expect(problems(try load(yaml, maps: ["a.xsb": [1], "REMOVED": Array("night.webp".utf8)])).count == 2)
    }

    @Test func `has no map whose name has its accents apart, since another file may look the same`() throws {
        let found = problems(
            try load("levels:\n  - {id: a, title: A, map: e\u{301}.xsb}\n", maps: ["e\u{301}.xsb": [1]]))
        #expect(found.count == 1 && found[0].hasPrefix("2:"))
    }

    @Test func `needs an id for its name, and a level`() throws {
        #expect(problems(try load("levels: [{id: a, title: A, map: a.xsb}]", named: "My Pack")).count == 1)
        #expect(problems(try load("levels: []")).count == 1)
        #expect(problems(try load("engine: 0\nlevels: [{id: a, title: A, map: a.xsb}]")).count == 1)
    }
}
