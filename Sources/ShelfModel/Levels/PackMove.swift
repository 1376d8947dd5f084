/// A move of a channel. The last one says what the channel is now.
package struct PackMove: Hashable, Sendable {
    package let pack: String
    /// 1 to 64 of a-z, 0-9 and -.
    package let channel: String
    /// What devices ask for in place of the channel's name, 32 hexadecimal digits; `nil` for a channel that is public.
    package let word: String?
    /// In milliseconds since the epoch. It only grows, so devices know an old document.
    package let sequence: Int64
    package let pointer: PackPointer
    package let reason: String
    /// The name of the admin's token.
    package let by: String

    package init(
        pack: String, channel: String, word: String?, sequence: Int64, pointer: PackPointer, reason: String, by: String
    ) {
        self.pack = pack
        self.channel = channel
        self.word = word
        self.sequence = sequence
        self.pointer = pointer
        self.reason = reason
        self.by = by
    }

    /// What devices ask for: the word of a channel that isn't public, and the name of one that is.
    package var address: String { word ?? channel }

    package var at: Instant { Instant(milliseconds: sequence) }

    /// The same once more, so that devices that have seen a later one, as before a restore, follow this one.
    package func again(at instant: Instant, reason: String, by: String) -> PackMove {
        PackMove(
            pack: pack, channel: channel, word: word, sequence: max(instant.milliseconds, sequence + 1),
            pointer: pointer, reason: reason, by: by)
    }
}
