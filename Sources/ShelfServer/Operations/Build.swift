package import Foundation

/// Which program this is.
package struct Build: Hashable, Sendable {
    /// Such as `0.1.0`.
    package let version: String
    /// The first digits of the commit that it was built from, and `-changed` behind them where files weren't as in it;
    /// `unknown` where none was noted.
    package let commit: String

    /// - Parameter note: the file that `scripts/note-commit` has written.
    package init(version: String, notedAt note: URL = besideProgram) {
        let noted = (try? String(contentsOf: note, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        self.version = version
        commit = noted.flatMap { $0.wholeMatch(of: /[0-9a-f]{7,40}(-changed)?/) == nil ? nil : $0 } ?? "unknown"
    }

    /// Where a build and an installation put that file.
    package static let besideProgram = Bundle.main.bundleURL.appending(path: "shelflife.commit")
}

extension Build: CustomStringConvertible {
    package var description: String { "\(version) (commit \(commit))" }
}

extension MetricsText {
    mutating func add(_ build: Build) {
        add(
            .gauge, "shelflife_build_info", "1; the labels say which program this is.",
            samples: [(["version": build.version, "commit": build.commit], 1)])
    }
}
