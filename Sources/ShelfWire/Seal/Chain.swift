package import ShelfModel

/// The public part of a reverse hash chain: its id, its slots and its anchor.
package struct Chain: Hashable, Sendable, Codable {
    package let id: ChainID
    /// A whole second; slot n starts n seconds later.
    package let epochMs: Int64
    package let slots: Int
    /// `K_0`, which every key of the chain hashes down to.
    package let anchor: ChainKey
    /// How long before a slot's start its key becomes public.
    package let leadMs: Int64

    package static let slotsAtMost = 86_400

    package init(id: ChainID, epochMs: Int64, slots: Int, anchor: ChainKey, leadMs: Int64) {
        self.id = id
        self.epochMs = epochMs
        self.slots = slots
        self.anchor = anchor
        self.leadMs = leadMs
    }

    package var epoch: Instant { Instant(milliseconds: epochMs) }
    package var lead: TimeSpan { .milliseconds(leadMs) }
    /// The start of the last slot, which is the next chain's epoch.
    package var end: Instant { start(of: slots) }

    /// `S_n`, when a listing with this slot starts.
    package func start(of slot: Int) -> Instant { epoch + .seconds(slot) }

    /// `R_n`, the instant at which the slot's key becomes public.
    package func release(of slot: Int) -> Instant { start(of: slot) - lead }

    /// Returns the slot that starts at `instant`, if this chain has one.
    package func slot(startingAt instant: Instant) -> Int? {
        let span = instant - epoch
        guard span.milliseconds % 1000 == 0, (1...slots).contains(Int(span.wholeSeconds)) else { return nil }
        return Int(span.wholeSeconds)
    }

    /// The newest slot whose key is public at `instant`, or `nil` before the first.
    package func newestReleased(at instant: Instant) -> Int? {
        let seconds = (instant + lead - epoch).floored.wholeSeconds
        return seconds < 1 ? nil : Int(min(Int64(slots), seconds))
    }

    /// Whether all values are in the ranges that readers require.
    var isWellFormed: Bool {
        epochMs >= 0 && epochMs % 1000 == 0 && epochMs < 1 << 52
            && (1...Self.slotsAtMost).contains(slots) && (0...86_400_000).contains(leadMs)
    }
}

extension TimeSpan {
    fileprivate var floored: TimeSpan {
        .milliseconds(Instant(milliseconds: milliseconds).floored(to: .seconds(1)).milliseconds)
    }
}
