/// Which position is chosen to be bought, and how the arrows move that.
package struct ShelfCursor: Hashable, Sendable {
    /// `nil` until an arrow was pressed, so that nothing is bought by chance.
    package private(set) var position: Int?

    package enum Direction: Hashable, Sendable {
        case left, right, up, down
    }

    package init() {}

    /// - Parameters:
    ///   - count: how many positions there are.
    ///   - columns: how many are in a row as it is drawn.
    package mutating func move(_ direction: Direction, count: Int, columns: Int) {
        guard count > 0 else { return position = nil }
        guard let position, position < count else { return position = 0 }
        let step =
            switch direction {
            case .left: -1
            case .right: 1
            case .up: -columns
            case .down: columns
            }
        if (0..<count).contains(position + step) { self.position = position + step }
    }
}
