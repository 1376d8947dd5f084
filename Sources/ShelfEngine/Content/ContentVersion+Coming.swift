package import ShelfModel

extension [ContentVersion] {
    /// Of versions in the order in which they take effect, those that really will: of several with the same instant,
    /// only the last one does.
    package var comingInForce: [ContentVersion] {
        indices.filter { $0 == endIndex - 1 || self[$0].from != self[$0 + 1].from }.map { self[$0] }
    }
}
