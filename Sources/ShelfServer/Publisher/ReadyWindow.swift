import ShelfDatabase
package import ShelfModel
import ShelfWire

/// A window as it is sent.
package struct ReadyWindow: Sendable {
    package let sequence: Int64
    package let issuedAt: Instant
    package let digest: String
    /// Under its number, for good.
    let numbered: ReadyReply

    init(_ window: StoredWindow) {
        sequence = window.sequence
        issuedAt = window.issuedAt
        digest = window.digest
        numbered = ReadyReply(Self.numbered(window.bytes, digest: window.digest))
    }

    /// As the newest, to be kept until the next is due, in whole seconds rounded up: so a cache that asks again finds
    /// the next, and there is no second of the minute, nor one in which the next is late, when it may keep nothing and
    /// lets its crowd through.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    func newest(at earliest: Instant) -> ReadyReply {
        numbered.keptFor(max(1, (issuedAt + .minutes(1) - earliest + .milliseconds(999)).wholeSeconds))
    }

    /// Its tag is strong: another window is another file.
    static func numbered(_ bytes: [UInt8], digest: String) -> Reply {
        Reply(
            bytes: bytes, type: WindowFile.mediaType, caching: "public, max-age=3600, immutable",
            entityTag: "\"\(digest)\"")
    }
}
