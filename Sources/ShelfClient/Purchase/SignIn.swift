package import ShelfWire

/// How a player comes to a token, as a value: one request at a time, however many ask for one.
///
/// A token is used until shortly before it ends, then the refresh token brings
/// the next. When that is refused, or may have been used up by a request whose
/// answer was lost, the credential brings new ones.
package struct SignIn: Sendable {
    package enum Event: Hashable, Sendable {
        case wanted(by: Int)
        /// The server didn't believe this token.
        case refused(token: String)
        /// What a request brought that left at this time here.
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

    private enum Errand: Hashable {
        case signingIn
        case refreshing(with: String)
    }

    private let credential: PlayerCredential
    private var token: Token?
    private var refreshToken: String?
    private var errand: Errand?
    private var waiting: [Int] = []

    /// Before its end a token is given up, so that it doesn't end on its way; of a short-lived one, a tenth.
    private static let reserveUs: Int64 = 30_000_000
    /// A longer life is cut to this.
    private static let secondsAtMost = 86_400

    package init(_ credential: PlayerCredential) {
        self.credential = credential
    }

    /// - Parameter localUs: the time here, in microseconds.
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
        return errand == nil ? [begin()] : []
    }

    private mutating func begin() -> Action {
        guard let refreshToken else {
            errand = .signingIn
            return .signIn(credential)
        }
        errand = .refreshing(with: refreshToken)
        self.refreshToken = nil
        return .refresh(refreshToken)
    }

    private mutating func take(_ tokens: PlayerTokens, askedUs: Int64) -> [Action] {
        guard errand != nil else { return [] }
        let lifeUs = Int64(min(max(tokens.expiresIn, 0), Self.secondsAtMost)) * 1_000_000
        token = Token(text: tokens.token, untilUs: askedUs + lifeUs - min(Self.reserveUs, lifeUs / 10))
        refreshToken = tokens.refreshToken
        errand = nil
        return [.give(token: tokens.token, to: takeWaiting())]
    }

    private mutating func failed(_ error: TransportError) -> [Action] {
        guard let errand else { return [] }
        self.errand = nil
        guard case .refreshing(let used) = errand else { return [.fail(error, to: takeWaiting())] }
        switch SetBack(error) {
        case .tokenRefused, .final: return [begin()]
        case .again:
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
    /// Whether the server itself says that it did nothing; otherwise it may have, and the answer was lost.
    fileprivate var saysNothingWasDone: Bool {
        guard case .problem(let problem) = self else { return false }
        return [.rateLimited, .unavailable, .notReady].contains(problem.code)
    }
}
