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

    /// Draws the open stores as content would have them, and finds which planned starts of the coming day come late or
    /// not at all because of it.
    ///
    /// - Parameter isStored: whether the content was in force before, so that what is decided may be there for its
    ///   plans.
    func missedStarts(
        with next: Content, isStored: Bool, now: Instant
    ) async throws -> [(store: String, problem: PlanProblem)]

    /// Reads what is sold and what is withdrawn by now.
    func soldAndWithdrawn(at now: Instant) async throws -> (sold: EditionsLeft, withdrawn: WithdrawnGoods)
}
