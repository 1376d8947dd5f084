package import Foundation

/// A folder that is removed together with this object.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "shelflife-test-\(UInt64.random(in: .min ... .max))", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The path of a file in it.
    package func file(_ name: String) -> String { url.appending(path: name).path }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
