package import ShelfWire

/// How a player gets a token, as a value: with one request at a time, however many ask for a token.
///
/// A token is used until shortly before it expires; then the refresh token gets the next one. When the refresh token is
/// refused, or may have been used up by a request whose answer was lost, the credential gets new tokens.
package struct SignIn: Sendable {
    package enum Event: Hashable, Sendable {
        case wanted(by: Int)
        /// The server didn't accept this token.
        case refused(token: String)
        /// The answer to a request that left at `askedUs` by this device's clock.
        case tokens(PlayerTokens, askedUs: Int64)
        case failed(TransportError)
    }

    package enum Action: Hashable, Sendable {
        case signIn(PlayerCredential)
        case refresh(String)
        case give(token: String, to: [Int])
        case fail(TransportError, to: [Int])
    }

    private struct Token: Hashable {
        let text: String
        let untilUs: Int64
    }

    private enum Request: Hashable {
        case signingIn
        case refreshing(with: String)
    }

    private let credential: PlayerCredential
    private var token: Token?
    private var refreshToken: String?
    private var request: Request?
    private var waiting: [Int] = []

    /// A token is no longer used this long before it expires, so that it doesn't expire on its way. For a short-lived
    /// token it is a tenth of its life.
    private static let reserveUs: Int64 = 30_000_000
    /// A token counts as expired after this time, whatever the server says.
    private static let secondsAtMost = 86_400

    package init(_ credential: PlayerCredential) {
        self.credential = credential
    }

    /// - Parameter localUs: this device's time, in microseconds.
    package mutating func handle(_ event: Event, at localUs: Int64) -> [Action] {
        switch event {
        case .wanted(let id): return want(id, at: localUs)
        case .refused(let text):
            if token?.text == text { token = nil }
            return []
        case .tokens(let tokens, let askedUs): return take(tokens, askedUs: askedUs)
        case .failed(let error): return failed(error)
        }
    }

    private mutating func want(_ id: Int, at localUs: Int64) -> [Action] {
        if let token, localUs < token.untilUs { return [.give(token: token.text, to: [id])] }
        token = nil
        waiting.append(id)
        return request == nil ? [begin()] : []
    }

    private mutating func begin() -> Action {
        guard let refreshToken else {
            request = .signingIn
            return .signIn(credential)
        }
        request = .refreshing(with: refreshToken)
        self.refreshToken = nil
        return .refresh(refreshToken)
    }

    private mutating func take(_ tokens: PlayerTokens, askedUs: Int64) -> [Action] {
        guard request != nil else { return [] }
        let lifeUs = Int64(min(max(tokens.expiresIn, 0), Self.secondsAtMost)) * 1_000_000
        token = Token(text: tokens.token, untilUs: askedUs + lifeUs - min(Self.reserveUs, lifeUs / 10))
        refreshToken = tokens.refreshToken
        request = nil
        return [.give(token: tokens.token, to: takeWaiting())]
    }

    private mutating func failed(_ error: TransportError) -> [Action] {
        guard let request else { return [] }
        self.request = nil
        guard case .refreshing(let used) = request else { return [.fail(error, to: takeWaiting())] }
        switch RetryDecision(error) {
        case .renewToken, .giveUp: return [begin()]
        case .retry:
            if error.saysNothingWasDone { refreshToken = used }
            return [.fail(error, to: takeWaiting())]
        }
    }

    private mutating func takeWaiting() -> [Int] {
        defer { waiting = [] }
        return waiting
    }
}

extension TransportError {
    /// Whether the server says that it did nothing. Otherwise it may have used the refresh token up.
    fileprivate var saysNothingWasDone: Bool {
        guard case .problem(let problem) = self else { return false }
        return [.rateLimited, .unavailable, .locked, .notReady].contains(problem.code)
    }
}
