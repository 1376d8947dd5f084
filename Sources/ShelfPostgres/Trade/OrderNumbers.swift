import ShelfModel
import Synchronization

/// Makes the numbers of orders, players and token families on one node, so that nodes don't choose the same ones.
///
/// They are like a ``TimeOrderedNumber``: 42 bits of time and 11 more, of which the upper six name the node here, by
/// the next value of a sequence at its start. The other five begin with chance in each millisecond and count up. A node
/// that needs more of them than there are takes the next millisecond's, so its numbers never meet another node's.
/// Should sixty-four nodes have started since this one, and one of them choose the same number, it begins its
/// transaction anew.
final class OrderNumbers: Sendable {
    private let node: Int64
    private let last = Mutex(Int64(0))

    private static let nodes: Int64 = 64
    private static let each: Int64 = 32

    init(node: Int64) {
        self.node = node % Self.nodes
    }

    /// - Parameter greatest: the next number is greater.
    func next(after greatest: Int64 = 0, at instant: Instant) -> Int64 {
        last.withLock { last in
            let early = TimeOrderedNumber.next(after: 0, at: instant, chance: chance())
            last = early > max(last, greatest) ? early : following(max(last, greatest))
            return last
        }
    }

    /// Leaves half of the numbers of a millisecond to what else happens in it.
    private func chance() -> UInt64 { UInt64(node * Self.each) | .random(in: 0..<UInt64(Self.each / 2)) }

    /// The least of this node's numbers that is greater than another one.
    private func following(_ number: Int64) -> Int64 {
        let first = number / (Self.nodes * Self.each) * (Self.nodes * Self.each) + node * Self.each
        if number < first { return first }
        return number + 1 < first + Self.each ? number + 1 : first + Self.nodes * Self.each
    }
}
