import ShelfWire

extension Problem {
    static func packRefused(_ detail: String) -> Problem {
        Problem(.contentRefused, status: 422, title: "Pack refused", detail: detail)
    }

    /// - Parameter known: the packs that there are.
    static func noSuchPack(_ pack: String, among known: some Sequence<String>) -> Problem {
        Problem(
            .notFound, status: 404, title: "No such pack",
            detail: "No pack of this id has a release; \(guess(pack, Array(known)))")
    }

    static let noSuchRelease = Problem(
        .notFound, status: 404, title: "No such release",
        detail: "There is no release of this number of a pack of this id; check them.")

    static let channelMoved = Problem(
        .contentConflict, status: 409, title: "Channel moved",
        detail: "Somebody has moved the channel since it was looked at; look at it again, and move it then.")

    static let nothingForOthers = Problem(
        .contentRefused, status: 422, title: "Nothing for the others",
        detail: "The channel points at nothing yet, so there is no release for the other devices; leave share out.")
}
