package import ShelfModel

/// Stores pictures: the name of each, drawn once for its master, and which files are its variants.
///
/// A file that is a picture's variant isn't forgotten. A picture is forgotten some time after it was last added or
/// renewed, unless a content version has named it or a card has shown it.
package protocol PictureDatabase: Sendable {
    /// Stores a picture. Its files must be stored.
    ///
    /// - Returns: the picture of this master, which may be an earlier one with another name, if the same pipeline or a
    ///   later one made it or it was removed; `nil` when one of the files isn't there any more, and nothing was stored.
    func add(_ picture: StoredPicture, at instant: Instant) async throws -> StoredPicture?

    /// Stores pictures and their files in one transaction, as a shop does that begins with pictures made beforehand. A
    /// master that has a picture already keeps it.
    ///
    /// - Returns: `nil` when they are stored; the room that there is when they don't all fit, and nothing was stored.
    func add(_ pictures: [MadePicture], at instant: Instant) async throws -> FileSpace?

    /// All pictures, sorted by their masters and pipelines, removed ones included.
    func pictures() async throws -> [StoredPicture]

    /// - Returns: `nil` when no picture has this name.
    func picture(named name: [UInt8]) async throws -> StoredPicture?

    /// Restarts the time after which pictures that nothing names are forgotten, for the latest picture of each master.
    ///
    /// - Returns: the masters of those that are there, removed ones included.
    func renewPictures(_ masters: [[UInt8]], at instant: Instant) async throws -> Set<[UInt8]>

    /// Notes that a content version names the latest pictures of masters, so that they are never forgotten.
    func namePictures(_ masters: [[UInt8]], at instant: Instant) async throws

    /// Notes from when on pictures are on cards that somebody can read. An earlier instant that is noted stays.
    ///
    /// - Parameter instants: by the pictures' names.
    func showPictures(from instants: [[UInt8]: Instant]) async throws

    /// Removes a picture for good, and all others of its master. The name stays, so that everybody is told. The digests of
    /// its variants stay, too, so that an export of it is known again. Its files are forgotten like files that nothing refers to.
    ///
    /// - Parameter audit: makes the entry for the audit log from the result.
    /// - Returns: the removed picture, with the earlier removal if there was one; `nil` when no picture has this name.
    func removePicture(
        named name: [UInt8], _ removal: StoredPicture.Removal,
        audit: @escaping @Sendable (StoredPicture?) -> AuditEntry?
    ) async throws -> StoredPicture?

    /// Forgets pictures that were last added or renewed before `instant`, and that nothing names.
    func forgetPictures(untouchedSince instant: Instant) async throws
}
