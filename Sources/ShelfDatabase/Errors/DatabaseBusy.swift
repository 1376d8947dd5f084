package import ShelfModel

/// Another process held the database's lock for too long. Nothing was changed.
package struct DatabaseBusy: Error, Hashable, CustomStringConvertible {
    /// The longest time that a write waits for the lock.
    package let limit: TimeSpan

    package init(limit: TimeSpan) {
        self.limit = limit
    }

    package var description: String {
        """
        the database was locked by another program for over \(limit.milliseconds) ms; \
        if it isn't a copy of the shop (shelflife copy), find the program that holds a transaction open in it, and end that
        """
    }
}
