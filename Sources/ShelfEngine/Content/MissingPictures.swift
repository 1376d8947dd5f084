import ShelfConfiguration
import ShelfModel

/// Content names masters of which no picture was made, so it can't be a version.
package struct MissingPictures: Error, Hashable {
    /// Sorted; the items whose pictures are missing, and then the packs, such as `packs/warehouse`.
    package let users: [String]

    init(masters: [[UInt8]], of content: Content) {
        let missing = Set(masters)
        let items = content.catalogue.items.filter { $0.master.map(missing.contains) ?? false }.map(\.id)
        let packs = content.packs.filter { !missing.isDisjoint(with: $0.pictures.values) }
        users = items + packs.map { "\(PackList.folder)/\($0.id)" }
    }
}

extension MissingPictures {
    /// The same as a problem of a draft.
    var problem: ConfigurationProblem {
        .error(
            found:
                "a picture that isn't on the server, of \(named)",
            expected: "pictures of all masters that the content names",
            advice: "shelflife publish sends them by itself; over the routes, send them first")
    }

    private var named: String { users.prefix(5).joined(separator: ", ") + (users.count > 5 ? " …" : "") }
}

extension MissingPictures: CustomStringConvertible {
    package var description: String {
        """
        the server lacks pictures of \(named); send the masters first, as shelflife publish does
        """
    }
}
