import ShelfWire

/// Keys of slots that follow one another, worked out on one walk.
struct KeyStretch: Sendable {
    let slots: ClosedRange<Int>
    /// 32 for each slot: a thousand stores have one each.
    let bytes: [UInt8]

    subscript(slot: Int) -> ChainKey? {
        guard slots.contains(slot) else { return nil }
        let start = (slot - slots.lowerBound) * 32
        return ChainKey(bytes: Array(bytes[start..<start + 32]))
    }
}
