import HTTPTypes
import Hummingbird
import ShelfConfiguration
import ShelfWire
import Synchronization

/// Takes a place for heavy work before anything of its request is read, and gives it back once the answer has been read
/// or the client has gone. Without a free place the client is told to come again.
///
/// The body is read before the turn begins, so that a slow client holds up nobody but itself.
struct WorkMiddleware: RouterMiddleware {
    let access: AdminAccess
    let lanes: WorkLanes

    /// After so long the work goes on beside that of others, so that none of them waits longer than this.
    private static let turn = Duration.milliseconds(250)

    func handle(
        _ request: Request, context: ShelfRequestContext,
        next: (Request, ShelfRequestContext) async throws -> Response
    ) async throws -> Response {
        // Whom the handler refuses needs no place.
        guard let route = request.route, let lane = lanes.lane(for: route.terms.load),
            let admin = access.admin(of: request, for: route)
        else { return try await next(request, context) }
        let (place, whole) = try await access.recordingRefusals(of: admin, request, context) {
            () async throws(Problem) -> (WorkPlace, Whole) in
            guard let place = lane.enter(admin.name) else { throw .busy }
            return try await (place, read(request, route))
        }
        do {
            return try await whileConnected(context, place, isEnded: route.terms.endsWithClient) {
                try await place.turn()
                let passing = Task {
                    try await Task.sleep(for: Self.turn)
                    place.passTurn()
                }
                defer {
                    passing.cancel()
                    place.endTurn()
                    withExtendedLifetime(whole.room) {}
                }
                return kept(try await next(whole.request, context), place)
            }
        } catch {
            place.leave()
            throw error
        }
    }

    /// A request whose body is in memory, and the room that it takes there.
    private typealias Whole = (request: Request, room: BytesUnderWay.Room?)

    /// Reads the body, if there is room for it.
    private func read(_ request: Request, _ route: Route) async throws(Problem) -> Whole {
        guard route.terms.body != .none else { return (request, nil) }
        let longest = route.terms.body.bytesAtMost
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? longest
        guard let room = lanes.bytes.room(for: min(max(length, 0), longest)) else { throw .busy }
        var whole = request
        let isJSON = route.terms.body != .bundle
        whole.body = RequestBody(
            buffer: try await isJSON ? JSONBody.bytes(of: request) : WholeBody.bytes(of: request))
        return (whole, room)
    }

    /// The answer, which keeps its place until it has been read.
    private func kept(_ response: Response, _ place: WorkPlace) -> Response {
        let body = response.body
        let room = lanes.bytes.add(body.contentLength ?? 0)
        var response = response
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            defer {
                place.leave()
                withExtendedLifetime(room) {}
            }
            try await body.write(writer)
        }
        return response
    }

    /// Does the work of a request, which no longer waits for its turn once the client has gone.
    ///
    /// - Parameter isEnded: whether work that has begun ends then, too; a publication does up to its first write.
    private func whileConnected(
        _ context: ShelfRequestContext, _ place: WorkPlace, isEnded: Bool,
        _ work: () async throws -> Response
    ) async throws -> Response {
        try await withoutActuallyEscaping(work) { work in
            // The task ends before this function does.
            nonisolated(unsafe) let work = work
            let waiting = Waiting(place: place, working: Task { try await work() }, isEnded: isEnded)
            // The connection may outlive the request, and mustn't keep its place.
            context.whenClientGoes { [weak waiting] in waiting?.end() }
            defer { withExtendedLifetime(waiting) {} }
            do {
                return try await waiting.working.value
            } catch {
                // What a client misses that has gone is no fault of the database, and isn't logged as one.
                throw waiting.isOver ? Problem.unavailable : error
            }
        }
    }

    /// A request whose client waits for the answer.
    private final class Waiting: Sendable {
        let working: Task<Response, any Error>
        private let place: WorkPlace
        private let isEnded: Bool
        private let hasClientGone = Mutex(false)

        /// Whether the request has failed because its client has gone.
        var isOver: Bool { hasClientGone.withLock(\.self) }

        init(place: WorkPlace, working: Task<Response, any Error>, isEnded: Bool) {
            (self.place, self.working, self.isEnded) = (place, working, isEnded)
        }

        /// The client has gone.
        func end() {
            hasClientGone.withLock { $0 = true }
            place.giveUp()
            if isEnded { working.cancel() }
        }
    }
}
