import Foundation
import Logging
import ShelfModel
import ShelfServer
import ShelfTesting
import Synchronization
import Testing

@Suite struct `The log as JSON` {
    /// What a logger writes.
    private final class Lines: Sendable {
        let bytes = Mutex<[UInt8]>([])

        var logger: Logger {
            Logger(label: "shelflife") { label in
                JSONLog(label: label, now: { Fixtures.start + .milliseconds(7) }) { line in
                    self.bytes.withLock { $0 += line }
                }
            }
        }

        var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
    }

    @Test func `is one object a line, whatever is logged`() throws {
        let lines = Lines()
        var logger = lines.logger
        logger[metadataKey: "hb.request.id"] = "7"
        logger.warning("it said \"no\"\nand left", metadata: ["path": "/a/b", "places": ["one", ["two": "2"]]])
        logger.notice("started")
        logger.debug("nothing")
        #expect(
            lines.text == #"""
                {"label":"shelflife","level":"warning","message":"it said \"no\"\nand left",\#
                "metadata":{"hb.request.id":"7","path":"/a/b","places":["one",{"two":"2"}]},"time":"2027-01-15T08:00:00.007Z"}
                {"label":"shelflife","level":"notice","message":"started",\#
                "metadata":{"hb.request.id":"7"},"time":"2027-01-15T08:00:00.007Z"}

                """#)
    }
}
