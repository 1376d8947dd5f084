/// Reads the rows of a shop.
package protocol ShopReader: Sendable {
    /// The rows of a table behind a key, in the order of the key, with the values in the order of the table's columns.
    /// A table without a key is read at once.
    ///
    /// - Parameter key: `nil` for the first rows.
    func rows(of table: ShopTable, after key: [ShopValue]?, limit: Int) async throws -> [[ShopValue]]
}

/// The database that a shop moves away from.
package protocol ShopSource: ShopReader {
    /// Holds up all writing to the shop, that of running servers too, until ``letGo()`` or the end of the process.
    /// Reading goes on.
    ///
    /// - Throws: ``ShopMoved`` when the shop has moved before.
    func hold() async throws

    /// Writes down that the shop has moved. From then on nothing can be written here, and no server starts here.
    ///
    /// - Parameter destination: where to, in words and without a password.
    func leave(for destination: String) async throws

    /// Lets writing go on, if the shop hasn't moved.
    func letGo() async throws
}

/// The database that a shop moves to.
package protocol ShopTarget: ShopReader {
    /// Makes tables that are empty. What an earlier attempt has left, and a shop that has moved away, is deleted.
    ///
    /// - Throws: ``TargetInUse`` when there is a shop.
    func prepare() async throws

    func insert(_ rows: [[ShopValue]], into table: ShopTable) async throws

    /// Takes back what was inserted.
    func abandon() async throws

    /// Makes what was inserted durable. No server starts here yet.
    func keep() async throws

    /// Whether ``keep()`` has made a shop durable that isn't open yet.
    func isWhole() async throws -> Bool

    /// Lets servers start here.
    func open() async throws
}

/// The shop isn't here any more.
package struct ShopMoved: Error, Hashable, CustomStringConvertible {
    /// Where it is.
    package let destination: String

    package init(to destination: String) {
        self.destination = destination
    }

    package var description: String {
        """
        this shop has moved to \(destination), so nothing is sold from here; start the server with the other database, \
        or move the shop back (shelflife copy)
        """
    }
}

/// A shop is being moved here, and isn't whole yet.
package struct ShopArriving: Error, Hashable, CustomStringConvertible {
    package init() {}

    package var description: String {
        "a shop is being moved here and isn't whole; run shelflife copy again, which begins anew"
    }
}

/// A shop can't be moved to where another is.
package struct TargetInUse: Error, Hashable, CustomStringConvertible {
    package init() {}

    package var description: String {
        "the database that the shop should move to isn't empty; name an empty one. Nothing was changed"
    }
}
