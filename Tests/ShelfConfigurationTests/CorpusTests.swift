import Foundation
import ShelfConfiguration
import ShelfModel
import Testing

/// Files with something wrong, each beside exactly the problems that must be told of it; `fine-` ones have none.
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
        do {
            _ = try ConfigurationLoader.load(file: "\(Self.folder)/\(name).yaml", now: .testNow)
            #expect(expected.isEmpty)
        } catch {
            let told = error.description.replacing(Self.folder + "/", with: "").replacing(Self.folder, with: "")
            #expect(told + "\n" == expected)
        }
    }
}
