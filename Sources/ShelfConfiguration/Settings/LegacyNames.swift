/// The names in the JSON that old clients read. Each game had its own.
package struct LegacyNames: Hashable, Sendable {
    /// What the file can tell.
    package enum Member: String, CaseIterable, Sendable {
        /// The minute that the file is of, in Unix seconds.
        case issued
        /// The list of listings.
        case listings

        /// Of each listing: its position, counted from 0.
        case position
        /// The item's id.
        case item
        /// The item's name.
        case name
        /// In the smallest unit of the store's currency.
        case price
        /// In Unix seconds.
        case start
        /// In Unix seconds.
        case end
        /// With the slot and the revision it names the listing in an order.
        case chain
        case slot
        case revision
        /// Whether the listing can't be bought any more.
        case withdrawn
    }

    /// What isn't named isn't in the file.
    private let names: [Member: String]

    /// The names of a configuration that gives none: each member is called as it is here, and what only buying needs is
    /// left out.
    private static let usual: [Member: String] = Dictionary(
        uniqueKeysWithValues: Member.allCases.prefix { $0 != .chain }.map { ($0, $0.rawValue) })

    package init(_ names: [Member: String] = [:]) {
        self.names = Self.usual.merging(names) { $1 }
    }

    /// `nil` for a member that isn't in the file.
    package subscript(member: Member) -> String? { names[member] }
}
