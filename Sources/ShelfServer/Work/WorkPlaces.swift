/// Who does heavy work for admins, and who waits for it. Of four that are let in one has its turn; of one token's
/// requests one works and one waits.
///
/// A place is taken before anything of a request is read, and kept until its answer has been read. Meanwhile it has its
/// turn, in which the work is done. Work that takes long passes its turn on and goes on beside the others. No two that
/// work have the same token.
package struct WorkPlaces {
    package typealias Place = Int

    package static let most = 4
    package static let mostOfOneToken = 2

    private var tokens: [Place: String] = [:]
    private var working: Place?
    /// Those who work on though they have passed their turn on.
    private var beside: Set<Place> = []
    private var queue: [Place] = []
    private var newest = 0

    package init() {}

    /// - Parameter token: the name of the token that the request came with.
    /// - Returns: `nil` when no place is free for it.
    package mutating func enter(_ token: String) -> Place? {
        guard tokens.count < Self.most, tokens.values.count(where: { $0 == token }) < Self.mostOfOneToken else {
            return nil
        }
        newest += 1
        tokens[newest] = token
        return newest
    }

    /// Asks for a place's turn.
    ///
    /// - Returns: whether it begins at once; else ``endTurn(_:)`` or ``leave(_:)`` says when.
    package mutating func ask(_ place: Place) -> Bool {
        queue.append(place)
        return begin() == place
    }

    /// Lets others have their turn while this place works on.
    ///
    /// - Returns: the place whose turn begins, if there is one.
    package mutating func passTurn(_ place: Place) -> Place? {
        guard working == place else { return nil }
        working = nil
        beside.insert(place)
        return begin()
    }

    /// The work of a place is done.
    ///
    /// - Returns: the place whose turn begins, if there is one.
    package mutating func endTurn(_ place: Place) -> Place? {
        if working == place { working = nil }
        beside.remove(place)
        return begin()
    }

    /// - Returns: the place whose turn begins, if there is one.
    private mutating func begin() -> Place? {
        let busy = Set(beside.map { tokens[$0] })
        guard working == nil, let next = queue.firstIndex(where: { !busy.contains(tokens[$0]) }) else { return nil }
        working = queue.remove(at: next)
        return working
    }

    /// A place that waits for its turn waits no longer.
    package mutating func giveUp(_ place: Place) { queue.removeAll { $0 == place } }

    /// The answer has been read, or the connection has gone.
    ///
    /// - Returns: the place whose turn begins, if there is one.
    package mutating func leave(_ place: Place) -> Place? {
        giveUp(place)
        defer { tokens[place] = nil }
        return endTurn(place)
    }
}
