public import Foundation
public import ShelfClient
package import ShelfHTTP
import ShelfWire

/// The player's matches on one server, and what brings players together in them: invitations, links, friend codes.
///
///     let invitations = Invitations(server: URL(string: "https://shop.example")!)
///     let match = try await invitations.newMatch(size: 2)
///     let link = try await invitations.newLink(to: match.id)
///
/// Each request is sent again until the server has judged it, also after a lost answer. What makes something has one
/// idempotency key for all its sendings, so it is made once. To give up, cancel the task; the request then throws
/// ``InvitationError/cancelled``.
public actor Invitations {
    nonisolated let account: PlayerAccount
    nonisolated let server: MatchServer
    nonisolated let clock: LocalClock
    /// Waits that ``hurry()`` can cut short.
    private var waits: [Int: Task<Void, Never>] = [:]
    private var waited = 0

    /// How many random bytes an idempotency key has.
    private static let keyBytes = 16

    /// Nothing is requested yet.
    ///
    /// - Parameters:
    ///   - server: the server's address, such as `https://shop.example`. Give the same as to `StoreModel`, so that the
    ///     player is the same.
    ///   - archive: keeps the player's credential; by default in the user's application support.
    public init(server: URL, archive: PlayerArchive? = nil) {
        let clock = LocalClock.live
        self.init(
            client: makeHTTPClient(server: server, nowUs: clock.nowUs),
            archive: archive ?? .applicationSupport(of: server), clock: clock)
    }

    /// The same over any client, in any time.
    package init(client: any HTTPClient, archive: PlayerArchive, clock: LocalClock) {
        account = PlayerAccount(trade: .live(over: client), archive: archive, clock: clock)
        server = MatchServer(client: client)
        self.clock = clock
    }

    /// The player of this device on the server: that of `StoreModel`, where both have the same address.
    public nonisolated var player: Player {
        Player { [account] in account }
    }

    /// Sends at once what waits to be sent again, and opens the stream of ``PlayerEvents`` at once. Call it when the
    /// network is back, or when the app is.
    public func hurry() {
        for wait in waits.values { wait.cancel() }
    }

    /// Returns at this instant of the device's clock, or earlier when it is cut short or the task is cancelled.
    func wait(untilUs: Int64) async {
        waited += 1
        let number = waited
        let wait = Task { [clock] in
            do { try await clock.sleep(untilUs: untilUs) } catch {}
        }
        waits[number] = wait
        await withTaskCancellationHandler {
            await wait.value
        } onCancel: {
            wait.cancel()
        }
        waits[number] = nil
    }

    /// Makes an idempotency key.
    static func newKey() -> String {
        var random = SystemRandomNumberGenerator()
        return Base64URL.encode((0..<keyBytes).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    /// Sends a request with the player's token until the server has judged it.
    func send<Answer: Decodable & Sendable>(_ request: MatchRequest) async throws(InvitationError) -> Answer {
        var failures = 0
        return try await send(request, failures: &failures)
    }

    /// The same, and counts how often it has failed before.
    func send<Answer: Decodable & Sendable>(
        _ request: MatchRequest, failures: inout Int
    ) async throws(InvitationError) -> Answer {
        let (account, server) = (account, server)
        return try await judged(failures: &failures) {
            try await account.ask { try await server.answer(to: request, token: $0) }
        }
    }

    /// Does this again, after ever longer waits, until it has succeeded or the server has refused it.
    func judged<Answer: Sendable>(
        failures: inout Int, _ sending: @Sendable () async throws -> Answer
    ) async throws(InvitationError) -> Answer {
        var delays = RetryDelays()
        while true {
            guard !Task.isCancelled else { throw .cancelled }
            let seconds: Int64
            do {
                return try await sending()
            } catch let error as TransportError {
                guard let asked = error.secondsToWait else { throw InvitationError(error) }
                seconds = asked
            } catch {
                throw InvitationError(any: error)
            }
            failures += 1
            await wait(untilUs: clock.nowUs() + delays.nextUs(serverSeconds: seconds))
        }
    }
}
