import Synchronization

/// Lets in few requests that are heavy work, and begins one after the other.
package final class WorkLane: Sendable {
    private struct State {
        var places = WorkPlaces()
        var turns: [WorkPlaces.Place: CheckedContinuation<Void, any Error>] = [:]
        /// Places that want no turn any more.
        var givenUp: Set<WorkPlaces.Place> = []
    }

    private let state = Mutex(State())

    package init() {}

    /// - Parameter token: the name of the token that the request came with.
    /// - Returns: `nil` when no place is free for it.
    package func enter(_ token: String) -> WorkPlace? {
        state.withLock { $0.places.enter(token) }.map { WorkPlace(self, $0) }
    }

    /// - Throws: `CancellationError` when the task is cancelled, or the place given up, before its turn.
    fileprivate func turn(_ place: WorkPlaces.Place) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (turn: CheckedContinuation<Void, any Error>) in
                let begins: Result<Void, any Error>? = state.withLock { state in
                    guard !state.givenUp.contains(place) else { return .failure(CancellationError()) }
                    guard !state.places.ask(place) else { return .success(()) }
                    state.turns[place] = turn
                    return nil
                }
                if let begins { turn.resume(with: begins) }
            }
        } onCancel: {
            giveUp(place)
        }
    }

    fileprivate func giveUp(_ place: WorkPlaces.Place) {
        let turn = state.withLock { state in
            state.givenUp.insert(place)
            state.places.giveUp(place)
            return state.turns.removeValue(forKey: place)
        }
        turn?.resume(throwing: CancellationError())
    }

    fileprivate func passTurn(_ place: WorkPlaces.Place) {
        begin { $0.passTurn(place) }
    }

    fileprivate func endTurn(_ place: WorkPlaces.Place) {
        begin { $0.endTurn(place) }
    }

    fileprivate func leave(_ place: WorkPlaces.Place) {
        begin { $0.leave(place) }
        state.withLock { _ = $0.givenUp.remove(place) }
    }

    private func begin(_ change: (inout WorkPlaces) -> WorkPlaces.Place?) {
        let turn = state.withLock { state in change(&state.places).flatMap { state.turns.removeValue(forKey: $0) } }
        turn?.resume()
    }
}

/// A request's place in a lane. It is given back at the latest when nobody holds this any more.
package final class WorkPlace: Sendable {
    private let lane: WorkLane
    private let number: WorkPlaces.Place

    fileprivate init(_ lane: WorkLane, _ number: WorkPlaces.Place) {
        (self.lane, self.number) = (lane, number)
    }

    deinit { leave() }

    /// Gives the place back: the answer has been read, or there is none. A task that has ended may hold this for a moment
    /// longer.
    package func leave() { lane.leave(number) }

    /// Waits for this place's turn.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, or the place given up, before it begins.
    package func turn() async throws { try await lane.turn(number) }

    /// Lets others have their turn while the work goes on.
    package func passTurn() { lane.passTurn(number) }

    package func endTurn() { lane.endTurn(number) }

    /// Ends the wait for the turn, because nobody waits for the answer.
    package func giveUp() { lane.giveUp(number) }
}
