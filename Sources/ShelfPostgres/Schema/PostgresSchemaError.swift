/// A later version of the program has changed the tables, and leaves no room for this one.
package struct PostgresSchemaError: Error, Hashable, CustomStringConvertible {
    /// The version of the tables.
    let found: Int64
    /// The least version that a program must know to use them.
    let accepts: Int64
    /// The greatest version that this program knows.
    let known: Int64

    package var description: String {
        """
        the database has the tables of version \(found), which need a program that knows version \(accepts) at least, \
        and this one knows them up to version \(known); run the program that changed them, or a later one
        """
    }
}
