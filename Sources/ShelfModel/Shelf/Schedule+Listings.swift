extension Schedule {
    /// The listing of an offer that starts at `start`.
    ///
    /// Where offers last up to an hour, only one that was planned has several listings. They are as long as the shelf's
    /// other listings, so that their lengths, which are public before their items, don't tell that something is planned.
    /// Where offers last longer, all have several, of an hour at most. An offer whose card can't say when it ends is one
    /// listing there.
    ///
    /// - Parameter start: the offer's, or the end of one of its listings.
    package func listing(of offer: Offer, from start: Instant) -> Listing {
        Listing(
            position: offer.position, start: start,
            seconds: seconds(left: Int((offer.end - start).wholeSeconds), of: offer, from: start), item: offer.item)
    }

    /// Whether the card of an offer's listings says when the offer begins and ends, so that players see no more than one
    /// of them.
    package func isJoined(_ offer: Offer) -> Bool {
        joins(offer.item) && listing(of: offer, from: offer.start).seconds < offer.seconds
    }

    private func seconds(left: Int, of offer: Offer, from start: Instant) -> Int {
        guard let lengths = lengths(at: offer.position), !lengths.areLong else {
            return joins(offer.item) ? ListingLengths.joined(left: left) : min(left, ListingLengths.longest)
        }
        guard left > lengths.range.upperBound else { return left }
        // The shelf's lengths may have changed since the offer was drawn.
        guard lengths.fill(left) else { return lengths.range.upperBound }
        var generator = seed.generator(position: offer.position, start: start, dayKey: seed.dayKey(at: start))
        return lengths.draw(filling: left, using: &generator)
    }
}
