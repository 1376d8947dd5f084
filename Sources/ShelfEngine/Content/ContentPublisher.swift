import ShelfModel
import ShelfWire

/// What puts content in force, as content versions know it. They don't know the shelves, which come after content.
protocol ContentPublisher: Sendable {
    /// For each store that is open, up to when its listings are drawn.
    var drawnUntil: [String: Instant] { get async }

    /// Up to when everything is drawn by the content before, when other content takes effect at `instant`.
    func firstDraw(whenInForceFrom instant: Instant) -> Instant

    /// Puts other content in force.
    ///
    /// - Returns: for each store that there was before, when the first listing can begin that is drawn by it.
    func putInForce(
        _ next: Content, version: Int64?, appSecrets: [String: AppSecret], now: Instant
    ) async throws -> [String: Instant]

    /// Publishes what is due.
    @discardableResult
    func publish(earliest: Instant) async -> Bool

    /// A copy of a store's publisher that knows what is sold and withdrawn by now; `nil` for a store that isn't open.
    func copy(of store: String, now: Instant) async throws -> StorePublisher?

    /// Reads what is sold and what is withdrawn by now.
    func soldAndWithdrawn(at now: Instant) async throws -> (sold: EditionsLeft, withdrawn: WithdrawnGoods)
}
