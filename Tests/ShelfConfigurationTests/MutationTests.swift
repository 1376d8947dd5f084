import Foundation
import ShelfConfiguration
import ShelfModel
import ShelfSample
import Testing

/// Whatever becomes of a file, the loader answers: with a configuration, or with problems that can be read.
@Suite struct MutationTests {
    @Test(arguments: 0..<8)
    func `no change to the sample's files crashes the loader`(part: UInt64) throws {
        let folder = try TemporaryFolder()
        try SampleFiles.write(to: folder.path, start: .testNow)
        try shorten("collectibles.csv", in: folder)
        try mutate(
            ["shelflife.yaml", "content.yaml", "plan.yaml", "collectibles.csv", "arrivals.csv"], in: folder,
            rounds: 150, part: part)
    }

    @Test(arguments: 8..<24)
    func `no change to a small configuration crashes the loader`(part: UInt64) throws {
        let folder = try TemporaryFolder()
        let own = ["content.yaml", "plan.yaml"].map { "fine-everything-content/\($0)" }
        let names = ["fine-everything.yaml"] + own + ["items.csv", "yaml-items.yaml"]
        try folder.copyCorpus()
        try mutate(names, in: folder, rounds: 200, part: part)
    }

    @Test(.timeLimit(.minutes(30)), arguments: 24..<32)
    func `no change to a file of the corpus crashes the loader or holds it up`(part: UInt64) throws {
        let folder = try TemporaryFolder()
        let files = Set(try folder.copyCorpus())
        for (index, name) in CorpusTests.names.enumerated() where UInt64(24 + index % 8) == part {
            let kinds = [".yaml", ".csv", "/content.yaml", "/plan.yaml", "-content/content.yaml", "-content/plan.yaml"]
            let own = kinds.map { name + $0 }.filter(files.contains)
            try mutate(own, in: folder, rounds: 15, part: part + 8 * UInt64(index))
        }
    }

    private func mutate(_ names: [String], in folder: TemporaryFolder, rounds: Int, part: UInt64) throws {
        var mutator = Mutator(number: part)
        for _ in 0..<rounds {
            let name = names[mutator.number(below: names.count)]
            let url = URL(filePath: "\(folder.path)/\(name)")
            let original = try Data(contentsOf: url)
            try Data(mutator.mutate(Array(original))).write(to: url)
            let (problems, isLoaded) = folder.outcome(names[0])
            try #require(isLoaded != problems.contains { $0.severity == .error }, "part \(part): \(name)")
            for line in ProblemLines(problems).each {
                let isReadable = line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x200B }
                try #require(isReadable && (1...6000).contains(line.count), "part \(part): \(name)")
            }
            try original.write(to: url)
        }
    }

    private func shorten(_ name: String, in folder: TemporaryFolder) throws {
        let text = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
        try folder.write(text.split(separator: "\r\n").prefix(60).joined(separator: "\r\n"), to: name)
    }
}

extension TemporaryFolder {
    /// - Returns: the paths of the files.
    @discardableResult
    fileprivate func copyCorpus() throws -> [String] {
        let names = FileManager.default.enumerator(atPath: CorpusTests.folder)?.compactMap { $0 as? String } ?? []
        return try names.filter { !$0.hasSuffix(".expected") }.filter { name in
            let (from, to) = ("\(CorpusTests.folder)/\(name)", "\(path)/\(name)")
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: from, isDirectory: &isFolder)
            if isFolder.boolValue {
                try FileManager.default.createDirectory(atPath: to, withIntermediateDirectories: true)
            } else {
                try FileManager.default.copyItem(atPath: from, toPath: to)
            }
            return !isFolder.boolValue
        }
    }
}

/// Changes bytes as an editor, a bad disk or someone hostile would.
struct Mutator {
    private var generator: KeyedGenerator

    init(number: UInt64) {
        generator = KeyedGenerator(
            key: [UInt8](repeating: 7, count: 32), nonce: (UInt32(truncatingIfNeeded: number), 0, 0))
    }

    mutating func number(below bound: Int) -> Int { Int(generator.next(below: UInt64(bound))) }

    mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...number(below: 4) { change(&bytes) }
        return bytes
    }

    private static let tokens = [
        "\"", "'", "{", "}", "[", "]", ": ", "- ", "\n", "\r", "\t", "#", "&a ", "*a", "? ", "|", ">", "!!str ",
        "---\n", ",,,,,,", "24.12.2026", " ", "PK\u{3}\u{4}", "\r\n", "\u{200B}", "“", ";",
        ",", "%", "@", "`", "\0", "\u{2028}", "\u{FEFF}", "99999999999999999999", "-1", "0", "\"\"", "~", "<<: ", "é",
    ]

    private mutating func change(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let index = number(below: bytes.count)
        let end = min(bytes.count, index + 1 + number(below: 40))
        switch number(below: 7) {
        case 0: bytes[index] ^= 1 << UInt8(number(below: 8))
        case 1: bytes.removeSubrange(index..<end)
        case 2: bytes.insert(contentsOf: Self.tokens[number(below: Self.tokens.count)].utf8, at: index)
        case 3: bytes.insert(contentsOf: bytes[index..<end], at: number(below: bytes.count))
        case 4: bytes.removeSubrange(index...)
        case 5: bytes[index] = UInt8(number(below: 256))
        default: bytes.replaceSubrange(index..<end, with: Self.tokens[number(below: Self.tokens.count)].utf8)
        }
    }
}
