package import ShelfModel

/// Counts what was sold, given and taken, and how many players there were, by hour.
///
/// Hours are those of UTC. An hour is *closed* at least a minute after its end: its numbers are then stored, and never
/// change. A change is committed well within a minute of the instant that it carries, so no change of a closed hour can
/// come later. The numbers of hours that aren't closed yet are computed from the purchases and the journal.
package protocol SalesDatabase: Sendable {
    /// The end of the last closed hour. Before the first one is closed, the beginning of the first hour in which
    /// anything happened; `nil` when nothing has happened yet.
    func closedUntil() async throws -> Instant?

    /// Closes the oldest hour that isn't closed, if it ended at least ``ClosedHours/delay`` before `now`.
    ///
    /// Several servers may close the same hour at the same time. They compute the same numbers, and one result is kept.
    ///
    /// - Returns: whether there was such an hour, so that there may be another one.
    func closeHour(now: Instant) async throws -> Bool

    /// Adds up the numbers of a span. All of them are of one moment.
    func sales(_ question: SalesQuestion) async throws -> SalesFigures

    /// Adds up all that ever happened, sales by store. Everything has the same time.
    func totals() async throws -> SalesFigures

    /// How many copies each of these listings has sold, of those whose stock is limited. One that has sold none is
    /// missing.
    func stockSold(of listings: [ListingName]) async throws -> [ListingName: Int64]

    /// How many copies of each of these items' limited editions have been sold. One that has sold none may be missing.
    func editionsSold(of items: Set<Item.ID>) async throws -> [Item.ID: Int64]
}

package enum ClosedHours {
    package static let length = TimeSpan.hours(1)
    /// How long after its end an hour is closed. It is longer than a request can take from the instant that it carries
    /// to its commit: 20 s for its body and a few for the database's lock.
    package static let delay = TimeSpan.minutes(1)
}
