/// The moment at which a position's item runs out and its next one begins.
struct ShelfChange: Hashable, Sendable {
    let position: Int
    /// In milliseconds since the epoch.
    let atMs: Int64

    func moved(byMs span: Int64) -> ShelfChange { ShelfChange(position: position, atMs: atMs + span) }
}
