import Foundation
import ShelfConfiguration
import ShelfModel

/// A folder that goes when the test does.
final class TemporaryFolder {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shelf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String) throws {
        try write(Data(text.utf8), to: name)
    }

    func write(_ data: Data, to name: String) throws {
        try data.write(to: URL(filePath: path).appending(path: name))
    }

    func load(
        _ name: String = "shelflife.yaml", environment: [String: String] = [:], now: Instant = .testNow
    ) throws(ConfigurationProblems) -> Configuration {
        try ConfigurationLoader.load(file: "\(path)/\(name)", environment: environment, now: now).configuration
    }

    /// Errors and warnings, and whether there is a configuration in spite of them.
    func outcome(
        _ name: String = "shelflife.yaml", environment: [String: String] = [:]
    ) -> (problems: [ConfigurationProblem], isLoaded: Bool) {
        do {
            let file = "\(path)/\(name)"
            return (try ConfigurationLoader.check(file: file, environment: environment, now: .testNow).warnings, true)
        } catch {
            return (error.problems, false)
        }
    }

    /// Each error and warning as a line, with files named from this folder.
    func problems(_ name: String = "shelflife.yaml", environment: [String: String] = [:]) -> [String] {
        ProblemLines(outcome(name, environment: environment).problems).each.map(withoutPath)
    }

    /// What `check` prints unless it is asked for everything.
    func grouped(_ name: String = "shelflife.yaml") -> [String] {
        ProblemLines(outcome(name).problems).grouped.map(withoutPath)
    }

    func withoutPath(_ line: String) -> String { line.replacing(path + "/", with: "") }
}

extension Instant {
    /// 2026-11-21T09:00:00Z
    static let testNow = Instant(milliseconds: 1_795_251_600_000)
}

extension String {
    /// The content of one store among 40 items, with more keys of the store or of the whole.
    static func content(store: String = "", top: String = "") -> String {
        "catalogue: [items.csv]\n\(top)\nstores:\n  - id: main\n    positions: 4\n\(store)"
    }

    /// 40 items in four sets, released on the first days of 2020.
    static let items =
        "id,name,set,released,price,edition,glyph\n"
        + (1...40).map { "item-\($0),Item \($0),set-\($0 % 4),2020-01-01,\($0 * 10),\($0 % 5 == 0 ? "100" : ""),*\n" }
        .joined()
}

extension TemporaryFolder {
    /// With settings, and content of one store's keys, or those of the whole, beside 40 items.
    static func configured(
        settings: String = "content: {file: content.yaml}", store: String = "", top: String = "", plan: String? = nil
    ) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(settings, to: "shelflife.yaml")
        try folder.write(.content(store: store, top: top), to: "content.yaml")
        if let plan { try folder.write(plan, to: "plan.yaml") }
        try folder.write(.items, to: "items.csv")
        return folder
    }
}
