/// Who does heavy work for admins, and who waits for it. One works and three wait; of one token's requests one works
/// and one waits.
///
/// A place is taken before anything of a request is read, and kept until its answer has been read. Meanwhile it has its
/// turn, in which the work is done.
package struct WorkPlaces {
    package typealias Place = Int

    package static let most = 4
    package static let mostOfOneToken = 2

    private var tokens: [Place: String] = [:]
    private var working: Place?
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
        guard working != nil else {
            working = place
            return true
        }
        queue.append(place)
        return false
    }

    /// - Returns: the place whose turn begins, if there is one.
    package mutating func endTurn(_ place: Place) -> Place? {
        guard working == place else { return nil }
        working = queue.isEmpty ? nil : queue.removeFirst()
        return working
    }

    /// A place that waits for its turn waits no longer.
    package mutating func giveUp(_ place: Place) { queue.removeAll { $0 == place } }

    /// The answer has been read, or the connection has gone.
    ///
    /// - Returns: the place whose turn begins, if there is one.
    package mutating func leave(_ place: Place) -> Place? {
        tokens[place] = nil
        giveUp(place)
        return endTurn(place)
    }
}
