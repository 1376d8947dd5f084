public import Foundation
public import ShelfModel
import ShelfWire

/// Two signed windows of one store, or a window and a notice, that can't both be true, so the server contradicted
/// itself.
public enum Contradiction: Error, Hashable, Sendable {
    /// Two windows have the same sequence number and different bytes.
    case window(sequence: Int64)
    /// A published listing changed without a new revision.
    case listing(position: Int, start: Instant)
}

extension Contradiction: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .window(let sequence):
            "the server signed two different windows \(sequence); the first stays in use. Ask its operator"
        case .listing(let position, let start):
            """
            the server changed position \(position) at \(start.milliseconds) ms after it was published; \
            what was published first stays in use. Ask its operator
            """
        }
    }

    public var errorDescription: String? { description }
}

extension WindowFile {
    /// Why this window and a newer one, or one with the same sequence number, can't both be true; `nil` if they can.
    func contradiction(in newer: WindowFile) -> Contradiction? {
        guard newer.header.sequence != header.sequence else {
            return newer.bytes == bytes ? nil : .window(sequence: header.sequence)
        }
        let published = Dictionary(grouping: listings, by: \.position)
        for listing in newer.listings {
            let before = published[listing.position]?.last { $0.start <= listing.start && listing.start < $0.end }
            guard let before, !listing.mayFollow(before) else { continue }
            return .listing(position: listing.position, start: listing.start)
        }
        return nil
    }
}

extension SealedListing {
    /// Whether this is the same listing as `published`, or replaces it under a higher revision.
    func mayFollow(_ published: SealedListing) -> Bool {
        guard chain == published.chain, slot == published.slot, seconds == published.seconds else { return false }
        return record.revision > published.record.revision
            || (record.revision == published.record.revision && record.sealed == published.record.sealed)
    }
}
