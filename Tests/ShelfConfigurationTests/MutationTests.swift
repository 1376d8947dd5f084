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
        try shorten("emoji.csv", in: folder)
        try mutate(["shelflife.yaml", "emoji.csv", "arrivals.csv"], in: folder, rounds: 150, part: part)
    }

    @Test(arguments: 8..<24)
    func `no change to a small configuration crashes the loader`(part: UInt64) throws {
        let folder = try TemporaryFolder()
        for name in ["fine-everything.yaml", "items.csv", "yaml-items.yaml"] {
            try folder.write(Data(contentsOf: URL(filePath: "\(CorpusTests.folder)/\(name)")), to: name)
        }
        try mutate(["fine-everything.yaml", "items.csv", "yaml-items.yaml"], in: folder, rounds: 200, part: part)
    }

    private func mutate(_ names: [String], in folder: TemporaryFolder, rounds: Int, part: UInt64) throws {
        var mutator = Mutator(number: part)
        for _ in 0..<rounds {
            let name = names[mutator.number(below: names.count)]
            let url = URL(filePath: "\(folder.path)/\(name)")
            let original = try Data(contentsOf: url)
            try Data(mutator.mutate(Array(original))).write(to: url)
            for line in folder.problems(names[0]) {
                try #require(!line.isEmpty && !line.contains("\n"), "part \(part)")
            }
            try original.write(to: url)
        }
    }

    private func shorten(_ name: String, in folder: TemporaryFolder) throws {
        let text = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
        try folder.write(text.split(separator: "\r\n").prefix(60).joined(separator: "\r\n"), to: name)
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
        "---\n",
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
