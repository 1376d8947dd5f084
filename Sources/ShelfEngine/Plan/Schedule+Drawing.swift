import ShelfModel

extension Schedule {
    /// How much time is drawn before other tasks get their turn.
    private static let step = TimeSpan.minutes(10)

    /// Draws every offer that starts before `end`, as far as anything can be drawn.
    ///
    /// - Returns: the offers, and the instant from which on nothing can be drawn; `nil` where there is none before
    ///   `end`.
    mutating func draw(until end: Instant) async throws -> (offers: [Offer], nothingToShow: Instant?) {
        var drawn: [Offer] = []
        while self.end < end {
            let (before, horizon) = (self, min(self.end + Self.step, end))
            do throws(Schedule.NothingToShow) {
                drawn += try extend(until: horizon)
            } catch {
                self = before
                drawn += try extend(until: error.at)
                return (drawn, error.at)
            }
            await Task.yield()
            try Task.checkCancellation()
        }
        return (drawn, nil)
    }
}
