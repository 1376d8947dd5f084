import Foundation
import ShelfServer
import ShelfTesting
import Testing

@Suite struct `A build` {
    @Test(arguments: [
        ("26fdf09cd714\n", "0.1.0 (commit 26fdf09cd714)"),
        ("26fdf09cd714-changed\n", "0.1.0 (commit 26fdf09cd714-changed)"),
        ("", "0.1.0 (commit unknown)"), ("\"}\n", "0.1.0 (commit unknown)"),
    ])
    func `names the commit that was noted beside it, and nothing else`(noted: String, text: String) throws {
        let folder = try TemporaryFolder()
        let note = folder.url.appending(path: "shelflife.commit")
        try Data(noted.utf8).write(to: note)
        #expect("\(Build(version: "0.1.0", notedAt: note))" == text)
    }

    @Test func `of which nobody has noted the commit says so`() throws {
        let nowhere = try TemporaryFolder().url.appending(path: "shelflife.commit")
        #expect(Build(version: "0.1.0", notedAt: nowhere).commit == "unknown")
    }
}
