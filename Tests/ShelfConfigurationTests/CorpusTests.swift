import Foundation
import ShelfConfiguration
import ShelfModel
import Testing

/// Files with something wrong, each beside exactly the errors and warnings that must be told of it; `fine-` ones have
/// none.
@Suite struct CorpusTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus").path()

    static let names: [String] =
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?
        .filter { $0.hasSuffix(".expected") }.map { String($0.dropLast(9)) }.sorted() ?? []

    @Test func `the corpus is there`() {
        #expect(Self.names.count >= 45)
    }

    @Test(arguments: names)
    func `every problem is told, and nothing else`(name: String) throws {
        let expected = try String(contentsOfFile: "\(Self.folder)/\(name).expected", encoding: .utf8)
        #expect(name.hasPrefix("fine-") == expected.isEmpty)
        let (told, isLoaded) = Self.load(name)
        #expect(told == expected)
        let lines = expected.split(separator: "\n")
        #expect(isLoaded == lines.allSatisfy { $0.contains(": warning: ") })
    }

    private static func load(_ name: String) -> (told: String, isLoaded: Bool) {
        do {
            return (text(try ConfigurationLoader.check(file: "\(folder)/\(path(name))", now: .testNow).warnings), true)
        } catch {
            return (text(error.problems), false)
        }
    }

    /// An entry is a file, or content in a folder of its own, with a plan.
    static func path(_ name: String) -> String {
        FileManager.default.fileExists(atPath: "\(folder)/\(name).yaml") ? "\(name).yaml" : "\(name)/content.yaml"
    }

    private static func text(_ problems: [ConfigurationProblem]) -> String {
        ProblemLines(problems).each.map { line in
            line.replacing(folder + "/", with: "").replacing(folder, with: "") + "\n"
        }.joined()
    }
}
