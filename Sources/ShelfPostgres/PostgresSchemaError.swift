/// A later version of the program has changed the tables.
package struct PostgresSchemaError: Error, Hashable, CustomStringConvertible {
    let found: Int64
    let known: Int64

    package var description: String {
        """
        the database has the tables of version \(found), and this program knows those up to version \(known); \
        run the program that changed them, or a later one
        """
    }
}
