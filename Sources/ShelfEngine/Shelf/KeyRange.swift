import ShelfWire

/// The keys of consecutive slots, computed in one walk down the chain.
struct KeyRange: Sendable {
    let slots: ClosedRange<Int>
    /// The keys, 32 bytes for each slot. One array saves memory, because a thousand stores have such a range each.
    let bytes: [UInt8]

    subscript(slot: Int) -> ChainKey? {
        guard slots.contains(slot) else { return nil }
        let start = (slot - slots.lowerBound) * 32
        return ChainKey(bytes: Array(bytes[start..<start + 32]))
    }
}
