import ShelfWire

extension Problem {
    static func masterRefused(_ detail: String) -> Problem {
        Problem(.contentRefused, status: 422, title: "Picture refused", detail: detail)
    }

    static let noSuchPicture = Problem(
        .notFound, status: 404, title: "No such picture",
        detail: "The server has no picture of this name (the 22 characters in a picture's address) or of this master.")

    static let pictureRemoved = Problem(
        .pictureRemoved, status: 410, title: "Picture removed",
        detail: "The operator has removed this picture for good; cards keep their name and glyph.")
}
