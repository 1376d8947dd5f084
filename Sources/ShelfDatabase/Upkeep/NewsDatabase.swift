package import ShelfModel

/// Tells a server whether other servers on the database have changed something, in one short question for all subjects.
package protocol NewsDatabase: Sendable {
    /// - Parameter instant: the one at which a content version counts as in force.
    func news(at instant: Instant) async throws -> News
}

/// What is known of the changes that servers follow. Where it differs from what a server has followed, there is news.
///
/// Counts are used, and no greatest number: of two transactions the one with the greater number may be committed first.
package struct News: Hashable, Sendable {
    /// The number of the content version in force; `nil` where there is none.
    package let contentVersion: Int64?
    /// How many changes of listings there are, in all stores.
    package let listingChanges: Int64
    package let withdrawals: Int64
    /// How many of the withdrawals are lifted.
    package let lifts: Int64
    /// How often stores were paused and resumed.
    package let pauses: Int64
    /// How many pictures there are.
    package let pictures: Int64
    /// How many pictures are on a card, or were.
    package let shownPictures: Int64
    /// How many pictures an operator has removed.
    package let removedPictures: Int64
    /// How many moves of packs' channels there are.
    package let packMoves: Int64

    package init(
        contentVersion: Int64?, listingChanges: Int64, withdrawals: Int64, lifts: Int64, pauses: Int64, pictures: Int64,
        shownPictures: Int64, removedPictures: Int64, packMoves: Int64
    ) {
        self.contentVersion = contentVersion
        self.listingChanges = listingChanges
        self.withdrawals = withdrawals
        self.lifts = lifts
        self.pauses = pauses
        self.pictures = pictures
        self.shownPictures = shownPictures
        self.removedPictures = removedPictures
        self.packMoves = packMoves
    }
}
