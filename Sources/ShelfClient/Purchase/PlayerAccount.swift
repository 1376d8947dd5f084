package import ShelfWire

/// The player at the server: performs what a ``SignIn`` wants done, and asks with its token.
package actor PlayerAccount {
    private let trade: TradeTransport
    private let archive: PlayerArchive
    private let local: LocalClock
    private var signIn: SignIn?
    private var waiting: [Int: CheckedContinuation<String, any Error>] = [:]
    private var asked = 0
    private var errand: Task<Void, Never>?
    private var isStopped = false

    package init(trade: TradeTransport, archive: PlayerArchive, clock: LocalClock = .live) {
        self.trade = trade
        self.archive = archive
        local = clock
    }

    /// The player's credential, made and kept at the first time.
    package func credential() async throws -> PlayerCredential {
        try await archive.credential(PlayerCredential())
    }

    /// A token that is still good for a while.
    package func token() async throws -> String {
        let credential = try await credential()
        guard !isStopped else { throw CancellationError() }
        signIn = signIn ?? SignIn(credential)
        asked += 1
        let id = asked
        return try await withCheckedThrowingContinuation { continuation in
            waiting[id] = continuation
            tell(.wanted(by: id))
        }
    }

    /// Tells that the server didn't believe a token.
    package func drop(_ token: String) {
        tell(.refused(token: token))
    }

    /// Asks as the player; once more when the token had ended on its way.
    package func ask<Value>(_ request: @Sendable (_ token: String) async throws -> Value) async throws -> Value {
        let token = try await token()
        do {
            return try await request(token)
        } catch let error as TransportError where SetBack(error) == .tokenRefused {
            drop(token)
            return try await request(await self.token())
        }
    }

    /// Gives up what is under way, for good; whoever waits for a token is told.
    package func stop() async {
        isStopped = true
        errand?.cancel()
        await errand?.value
    }

    private func tell(_ event: SignIn.Event) {
        for action in signIn?.handle(event, at: local.nowUs()) ?? [] { perform(action) }
    }

    private func perform(_ action: SignIn.Action) {
        switch action {
        case .signIn(let credential): bring { [trade] in try await trade.signIn(credential) }
        case .refresh(let token): bring { [trade] in try await trade.refresh(token) }
        case .give(let token, let ids): for id in ids { waiting.removeValue(forKey: id)?.resume(returning: token) }
        case .fail(let error, let ids): for id in ids { waiting.removeValue(forKey: id)?.resume(throwing: error) }
        }
    }

    private func bring(_ request: @escaping @Sendable () async throws -> PlayerTokens) {
        let askedUs = local.nowUs()
        errand = Task {
            do {
                tell(.tokens(try await request(), askedUs: askedUs))
            } catch {
                tell(.failed(TransportError(any: error)))
            }
        }
    }
}

extension TransportError {
    /// Whatever else went wrong on the way, no answer came.
    init(any error: any Error) {
        self = error as? TransportError ?? .unreachable("\(error)")
    }
}
