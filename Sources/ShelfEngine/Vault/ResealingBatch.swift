package import ShelfModel

/// How many rows a batch has: as many as take no longer than orders may wait.
package struct ResealingBatch: Hashable {
    package static let goal = TimeSpan.milliseconds(20)
    private static let most = 512

    package private(set) var rows = 16

    package init() {}

    /// Learns from a batch how many rows the next one may have.
    package mutating func note(took span: TimeSpan) {
        if span > Self.goal {
            rows = max(1, rows / 2)
        } else if span + span < Self.goal {
            rows = min(rows * 2, Self.most)
        }
    }
}
