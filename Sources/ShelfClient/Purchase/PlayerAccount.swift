package import ShelfWire

/// The player at the server: performs what a ``SignIn`` wants done, and sends requests with the player's token.
package actor PlayerAccount {
    let trade: TradeTransport
    let archive: PlayerArchive
    let local: LocalClock
    private var signIn: SignIn?
    private var waiting: [Int: CheckedContinuation<String, any Error>] = [:]
    private var asked = 0
    private var request: Task<Void, Never>?
    private var isStopped = false
    private var kept: String?
    /// The credential that the player signs in with.
    private var inUse: PlayerCredential?

    package init(trade: TradeTransport, archive: PlayerArchive, clock: LocalClock = .live) {
        self.trade = trade
        self.archive = archive
        local = clock
    }

    /// The player's credential. The first call creates and saves it. Where the archive has lost it since, as when the app's
    /// data was cleared, it is kept again, so that what is bought next stays the same player's. Where the archive has
    /// another one, the player is that one from now on.
    package func credential() async throws -> PlayerCredential {
        let found = try await archive.credential(inUse ?? PlayerCredential())
        guard found != inUse else { return found }
        (inUse, signIn, kept) = (found, nil, nil)
        let left = waiting.values
        waiting = [:]
        for continuation in left {
            continuation.resume(throwing: TransportError.unreachable("another player is kept on this device now"))
        }
        return found
    }

    /// The player's number on the server, which stays the same.
    package func number() async throws -> String {
        if let kept { return kept }
        let player = try await ask(trade.wallet).player
        kept = player
        return player
    }

    /// A token that stays valid for a while.
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

    /// Says that the server didn't accept a token.
    package func drop(_ token: String) {
        tell(.refused(token: token))
    }

    /// Sends a request with the player's token, and once more with a new token when the first one had expired.
    package func ask<Value>(_ request: @Sendable (_ token: String) async throws -> Value) async throws -> Value {
        let token = try await token()
        do {
            return try await request(token)
        } catch let error as TransportError where RetryDecision(error) == .renewToken {
            drop(token)
            return try await request(await self.token())
        }
    }

    /// Cancels every request in progress for good. Everyone who waits for a token gets an error.
    package func stop() async {
        isStopped = true
        request?.cancel()
        await request?.value
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

    private func bring(_ tokens: @escaping @Sendable () async throws -> PlayerTokens) {
        let askedUs = local.nowUs()
        request = Task {
            do {
                tell(.tokens(try await tokens(), askedUs: askedUs))
            } catch {
                tell(.failed(TransportError(any: error)))
            }
        }
    }
}
