/// Something that has happened to a player, which the player's devices are told.
package struct PlayerEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// What the player has sent or received has changed.
        case invitations
        /// A match of the player's has changed.
        case match([UInt8])
    }

    /// A device that has missed more events than this reads everything anew.
    package static let mostReplayed = 200
    /// For how long events are kept. A player's last one stays, so that numbers go on.
    package static let kept = TimeSpan.days(7)

    /// From 1 on, one after the other for each player.
    package let number: Int64
    package let kind: Kind

    package init(number: Int64, kind: Kind) {
        (self.number, self.kind) = (number, kind)
    }
}

/// What has happened to a player since an event.
package struct PlayerHistory: Hashable, Sendable {
    /// The number of the player's last event; 0 when there was none.
    package let newest: Int64
    /// Those after the event that was asked for, at most ``PlayerEvent/mostReplayed`` and one.
    package let events: [PlayerEvent]

    package init(newest: Int64, events: [PlayerEvent]) {
        (self.newest, self.events) = (newest, events)
    }

    /// Whether these are all events after one with this number.
    package func isWhole(after number: Int64) -> Bool {
        events.count <= PlayerEvent.mostReplayed && Int64(events.count) == newest - number
    }
}
