import NIOCore
import ShelfWire
import Synchronization

extension Gate {
    /// After so long the work goes on beside that of others, so that none of them waits longer than this.
    private static let turn = Duration.milliseconds(250)

    /// Takes a place where the route's work is heavy, reads the body, waits for the place's turn and does the work.
    /// Without a free place, or room for the body, the client is told to come again.
    ///
    /// The body is read before the turn begins, so that a slow client holds up nobody but itself.
    ///
    /// - Parameter work: does the work with the body's bytes.
    /// - Returns: what the work has made, and the place, which is to be left once that has been read.
    func work<Answer: Sendable>(
        on call: Call, for use: AdminUse, _ work: @escaping @Sendable (ByteBuffer) async throws -> Answer
    ) async throws -> Passed<Answer> {
        guard let lane = lanes.lane(for: call.route.terms.load) else {
            let room = try room(for: call)
            defer { withExtendedLifetime(room) {} }
            return Passed(answer: try await work(bytes(of: call)), place: nil)
        }
        guard let place = lane.enter(use.by) else { throw Problem.busy }
        do {
            let room = try room(for: call)
            let bytes = try await bytes(of: call)
            let answer = try await whileConnected(call, place) {
                try await place.turn()
                let passing = Task {
                    try await Task.sleep(for: Self.turn)
                    place.passTurn()
                }
                defer {
                    passing.cancel()
                    place.endTurn()
                    withExtendedLifetime(room) {}
                }
                return try await work(bytes)
            }
            return Passed(answer: answer, place: place)
        } catch {
            place.leave()
            throw error
        }
    }

    /// The room that a long body takes in memory; `nil` for a body that needs none.
    private func room(for call: Call) throws -> BytesUnderWay.Room? {
        guard call.route.terms.body != .none, let bytes = lanes.bytes(for: call.route.terms.load) else { return nil }
        // That a body has another type is told before that there is no room for it.
        try call.route.terms.body.check(type: call.body.type)
        let longest = call.route.terms.body.bytesAtMost
        guard let room = bytes.room(for: min(max(call.body.length ?? longest, 0), longest)) else { throw Problem.busy }
        return room
    }

    /// Does the work of a request, which no longer waits for its turn once the client has gone. Work that ends with the
    /// client ends then, too.
    private func whileConnected<Answer: Sendable>(
        _ call: Call, _ place: WorkPlace, _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let waiting = Waiting(
            place: place, working: Task { try await work() }, isEnded: call.route.terms.endsWithClient)
        // The connection may outlive the request, and mustn't keep its place.
        call.whenClientGoes { [weak waiting] in waiting?.end() }
        defer { withExtendedLifetime(waiting) {} }
        do {
            return try await waiting.working.value
        } catch {
            // Nobody waits for the answer any more, so nothing is logged as a fault of the database.
            throw waiting.isOver && !(error is any Refusal) ? ClientGone() : error
        }
    }
}

/// The client has gone before its work was done. Nobody refused it, so it isn't recorded as a refusal.
private struct ClientGone: Refusal {
    let problem = Problem.unavailable
}

/// A request whose client waits for the answer.
private final class Waiting<Answer: Sendable>: Sendable {
    let working: Task<Answer, any Error>
    private let place: WorkPlace
    private let isEnded: Bool
    private let hasClientGone = Mutex(false)

    /// Whether the request has failed because its client has gone.
    var isOver: Bool { hasClientGone.withLock(\.self) }

    init(place: WorkPlace, working: Task<Answer, any Error>, isEnded: Bool) {
        (self.place, self.working, self.isEnded) = (place, working, isEnded)
    }

    /// The client has gone.
    func end() {
        hasClientGone.withLock { $0 = true }
        place.giveUp()
        if isEnded { working.cancel() }
    }
}
