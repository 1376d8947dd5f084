import ShelfConfiguration
package import ShelfModel

/// Content names masters of which no picture was made, so it can't be a version.
package struct MissingPictures: Error, Hashable {
    /// Sorted; the items whose pictures are missing.
    package let items: [Item.ID]

    init(masters: [[UInt8]], of catalogue: Catalogue) {
        let missing = Set(masters)
        items = catalogue.items.filter { $0.master.map(missing.contains) ?? false }.map(\.id)
    }
}

extension MissingPictures {
    /// The same as a problem of a draft.
    var problem: ConfigurationProblem {
        .error(
            found:
                "\(items.count == 1 ? "an item" : "\(items.count) items") (\(named)) without a picture on the server",
            expected: "pictures of all masters that the content names",
            advice: "send them first, as shelflife publish does")
    }

    private var named: String { items.prefix(5).joined(separator: ", ") + (items.count > 5 ? " …" : "") }
}

extension MissingPictures: CustomStringConvertible {
    package var description: String {
        """
        the server has no picture of \(items.count == 1 ? "1 item" : "\(items.count) items") (\(named)); send the masters \
        first, as shelflife publish does
        """
    }
}
