import ShelfWire

extension Problem {
    /// - Parameter known: the items that who asks may know.
    static func noItemOnShelf(_ item: String, among known: [String]) -> Problem {
        Problem(
            .notFound, status: 404, title: "No such item",
            detail: "The catalogue has no item with this id, and no shelf shows one; \(guess(item, known))")
    }

    static let noSuchListing = Problem(
        .notFound, status: 404, title: "No such listing",
        detail: """
            No listing of this store starts at this position and instant; check both. Listings are decided 12 minutes \
            ahead, and until then only their item or store can be withdrawn.
            """)

    static let notLiftable = Problem(
        .notFound, status: 404, title: "Nothing to lift",
        detail: "No withdrawal of an item or a store that is in force has this number; a listing's is final.")
}
