/// An item that designers put on a store's shelf at a time of their choice, once or again and again.
///
/// The schedule draws around it. The item needn't be in the store's choice, but it must have been released, and its
/// edition must not be sold out.
package struct PlannedAppearance: Hashable, Sendable {
    package let item: Item.ID
    /// `nil` for any position: the seed decides which.
    package let position: Int?
    package let times: PlannedTimes
    /// For how long the item stays on the shelf. A span that is longer than a listing becomes several in a row.
    package let length: TimeSpan
    /// By how much a start may be later than its time. The seed decides it anew for each start.
    package let within: TimeSpan

    package init(
        item: Item.ID, position: Int? = nil, times: PlannedTimes, length: TimeSpan, within: TimeSpan = .zero
    ) {
        self.item = item
        self.position = position
        self.times = times
        self.length = length
        self.within = within
    }
}
