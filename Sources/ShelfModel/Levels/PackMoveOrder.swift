/// What an admin wants of a channel.
package struct PackMoveOrder: Hashable, Sendable {
    /// Who can reach a channel.
    package enum Reach: String, Hashable, Sendable {
        /// Everybody, by its name.
        case `public`
        /// Those who have the new word. The one before reaches nothing any more.
        case newWord
    }

    /// How many hexadecimal digits a word has. A channel's name is shorter, so it is never one.
    package static let wordDigits = 32

    package let pack: String
    package let channel: String
    package let release: Int
    /// For how many of ten thousand devices it is; `nil` for all.
    package let share: Int?
    /// `nil` to leave it as it is; a new channel is public then.
    package let reach: Reach?
    package let reason: String
    package let by: String
    package let at: Instant
    /// The sequence of the channel's last move as the author has seen it, 0 for none; `nil` to move it whatever came
    /// since.
    package let after: Int64?

    package init(
        pack: String, channel: String, release: Int, share: Int?, reach: Reach?, reason: String, by: String,
        at: Instant, after: Int64?
    ) {
        self.pack = pack
        self.channel = channel
        self.release = release
        self.share = share
        self.reach = reach
        self.reason = reason
        self.by = by
        self.at = at
        self.after = after
    }

    package enum Judgement: Hashable, Sendable {
        case moved(PackMove)
        /// The channel is so already.
        case unchanged(PackMove)
        /// The channel was moved since the author has seen it.
        case movedMeanwhile
        /// A share of the devices needs a release for the others, and the channel points at nothing.
        case nothingForOthers
    }

    /// Where the channel points once the order is carried out.
    ///
    /// - Parameter last: the channel's last move; `nil` when it is new.
    package func pointer(after last: PackMove?) -> PackPointer {
        last?.pointer.moved(to: release, share: share) ?? PackPointer(release: release)
    }

    /// - Parameters:
    ///   - last: the channel's last move; `nil` when it is new.
    ///   - word: random, 32 hexadecimal digits, in case that a new word is wanted.
    package func judge(after last: PackMove?, word: String) -> Judgement {
        if let after, after != last?.sequence ?? 0 { return .movedMeanwhile }
        guard share == nil || last != nil else { return .nothingForOthers }
        let pointer = pointer(after: last)
        let reached =
            switch reach {
            case .public: String?.none
            case .newWord: word
            case nil: last?.word
            }
        if let last, last.pointer == pointer, last.word == reached { return .unchanged(last) }
        return .moved(
            PackMove(
                pack: pack, channel: channel, word: reached, sequence: max(at.milliseconds, (last?.sequence ?? 0) + 1),
                pointer: pointer, reason: reason, by: by))
    }
}
