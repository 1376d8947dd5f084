/// The secret that decides a store's draws: 32 bytes, from which a key for each day is derived.
///
/// The key of a past day can be published to prove that its draws were fair. It gives away no other day.
package struct ScheduleSeed: Hashable, Sendable {
    package let bytes: [UInt8]

    /// - Parameter bytes: 32 random bytes.
    package init(bytes: [UInt8]) {
        precondition(bytes.count == 32, "a schedule seed has 32 bytes")
        self.bytes = bytes
    }

    /// The key for draws on the UTC day that holds `instant`.
    ///
    /// - Parameter redraw: the number of the redraw that holds; 0 for none.
    func dayKey(at instant: Instant, redraw: Int64 = 0) -> [UInt8] {
        let day = UInt64(bitPattern: Int64(CalendarDate(instant).daysSinceEpoch))
        var generator = KeyedGenerator(
            key: bytes,
            nonce: (0x6461_7900, UInt32(truncatingIfNeeded: redraw), UInt32(truncatingIfNeeded: day)))
        return generator.bytes(32)
    }

    /// The random numbers for the draw of the listing that starts at `start` at `position`.
    func generator(position: Int, start: Instant, dayKey: [UInt8]) -> KeyedGenerator {
        Self.generator(tag: UInt32(position), second: start, key: dayKey)
    }

    /// The random numbers that set the first start of `position` in a store whose first window is at `firstWindow`.
    func staggerGenerator(position: Int, firstWindow: Instant) -> KeyedGenerator {
        Self.generator(tag: 1 << 31 | UInt32(position), second: firstWindow, key: dayKey(at: firstWindow))
    }

    /// The random numbers that say how much later than at its time `position` makes a change.
    func changeGenerator(position: Int, change: Instant) -> KeyedGenerator {
        Self.generator(tag: 5 << 29 | UInt32(position), second: change, key: dayKey(at: change))
    }

    /// The random numbers that say how much later than at `time` a planned item appears.
    func planGenerator(item: Item.ID, position: Int?, time: Instant) -> KeyedGenerator {
        Self.generator(tag: 2 << 29 | Self.tag(item, position), second: time, key: dayKey(at: time))
    }

    /// The random numbers that put the positions into the order in which a planned item looks for one.
    func planOrderGenerator(item: Item.ID, time: Instant) -> KeyedGenerator {
        Self.generator(tag: 3 << 29 | Self.tag(item, nil), second: time, key: dayKey(at: time))
    }

    /// 29 bits of the FNV-1a hash, so that a plan's other appearances don't change those of this item.
    private static func tag(_ item: Item.ID, _ position: Int?) -> UInt32 {
        "\(item) \(position ?? -1)".utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } >> 3
    }

    private static func generator(tag: UInt32, second: Instant, key: [UInt8]) -> KeyedGenerator {
        let seconds = UInt64(bitPattern: second.milliseconds / 1000)
        return KeyedGenerator(
            key: key, nonce: (tag, UInt32(truncatingIfNeeded: seconds >> 32), UInt32(truncatingIfNeeded: seconds)))
    }
}

extension ScheduleSeed: CustomStringConvertible {
    /// Hides the seed, because descriptions end up in logs.
    package var description: String { "ScheduleSeed" }
}
