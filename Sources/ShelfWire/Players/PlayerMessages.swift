/// `POST /v1/players`: the credential that a device made for its player.
package struct PlayerRequest: Hashable, Sendable, Codable {
    /// The player's ``PlayerCredential``: 16 to 64 random bytes, in base64url.
    package let credential: String

    package init(credential: String) {
        self.credential = credential
    }
}

/// `POST /v1/players/refresh`.
package struct RefreshRequest: Hashable, Sendable, Codable {
    package let refreshToken: String

    package init(refreshToken: String) {
        self.refreshToken = refreshToken
    }
}

/// The player's number at the server, and the tokens by which its requests are accepted.
package struct PlayerTokens: Hashable, Sendable, Codable {
    package let player: String
    /// Goes with each request as `Authorization: Bearer`.
    package let token: String
    /// For how many seconds from now the token is valid.
    package let expiresIn: Int
    /// Valid for one refresh, whose answer has the next one.
    package let refreshToken: String

    package init(player: String, token: String, expiresIn: Int, refreshToken: String) {
        self.player = player
        self.token = token
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
    }
}

/// `GET /v1/player`: what a player has.
package struct PlayerAnswer: Hashable, Sendable, Codable {
    package let player: String
    /// By currency, in its smallest unit. A currency whose balance an answer doesn't say in a whole number is left out.
    package let balances: [String: Int64]

    package init(player: String, balances: [String: Int64]) {
        self.player = player
        self.balances = balances
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        player = try members.decode(String.self, forKey: .player)
        let wallet = try members.nestedContainer(keyedBy: Currency.self, forKey: .balances)
        balances = Dictionary(
            uniqueKeysWithValues: wallet.allKeys.compactMap { currency in
                wallet.balance(currency).map { (currency.stringValue, $0) }
            })
    }

    private struct Currency: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
