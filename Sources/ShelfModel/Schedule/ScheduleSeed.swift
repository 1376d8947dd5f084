/// The secret from which a store's draws come: 32 bytes, and a key for each day made from them.
///
/// A day's key can be shown afterwards, to prove that its draws were fair,
/// without giving away any other day.
package struct ScheduleSeed: Hashable, Sendable {
    package let bytes: [UInt8]

    /// - Parameter bytes: 32 random bytes.
    package init(bytes: [UInt8]) {
        precondition(bytes.count == 32, "a schedule seed has 32 bytes")
        self.bytes = bytes
    }

    /// The key for draws on the UTC day that holds `instant`.
    func dayKey(at instant: Instant) -> [UInt8] {
        let day = UInt64(bitPattern: Int64(CalendarDate(instant).daysSinceEpoch))
        var generator = KeyedGenerator(
            key: bytes, nonce: (0x6461_7900, UInt32(truncatingIfNeeded: day >> 32), UInt32(truncatingIfNeeded: day)))
        return generator.bytes(32)
    }

    /// Numbers for the draw at `position` whose listing starts at `start`.
    func generator(position: Int, start: Instant, dayKey: [UInt8]) -> KeyedGenerator {
        Self.generator(tag: UInt32(position), second: start, key: dayKey)
    }

    /// Numbers that set the first start of `position` in a store whose first window is at `firstWindow`.
    func staggerGenerator(position: Int, firstWindow: Instant) -> KeyedGenerator {
        Self.generator(tag: 1 << 31 | UInt32(position), second: firstWindow, key: dayKey(at: firstWindow))
    }

    private static func generator(tag: UInt32, second: Instant, key: [UInt8]) -> KeyedGenerator {
        let seconds = UInt64(bitPattern: second.milliseconds / 1000)
        return KeyedGenerator(
            key: key, nonce: (tag, UInt32(truncatingIfNeeded: seconds >> 32), UInt32(truncatingIfNeeded: seconds)))
    }
}

extension ScheduleSeed: CustomStringConvertible {
    /// Says nothing of the seed: descriptions end in logs.
    package var description: String { "ScheduleSeed" }
}
