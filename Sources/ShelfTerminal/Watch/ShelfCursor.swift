/// The position that is chosen to be bought, and how the arrows move it.
package struct ShelfCursor: Hashable, Sendable {
    /// `nil` until an arrow is pressed, so that Enter alone buys nothing.
    package private(set) var position: Int?

    package init() {}

    /// - Parameters:
    ///   - count: how many positions there are.
    ///   - columns: how many of them are drawn in a row.
    package mutating func move(_ arrow: TerminalKey.Arrow, count: Int, columns: Int) {
        guard count > 0 else { return position = nil }
        guard let position, position < count else { return position = 0 }
        let step =
            switch arrow {
            case .left: -1
            case .right: 1
            case .up: -columns
            case .down: columns
            }
        if (0..<count).contains(position + step) { self.position = position + step }
    }
}
