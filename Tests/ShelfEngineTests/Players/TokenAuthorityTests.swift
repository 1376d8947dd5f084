import ShelfEngine
import ShelfModel
import Testing

struct TokenAuthorityTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)

    private func signed() async throws -> (TokenAuthority, String) {
        let authority = try await TokenAuthority(seed: [UInt8](repeating: 9, count: 32))
        return (authority, try await authority.sign(PlayerToken(player: 7, at: now, life: .minutes(15))))
    }

    @Test func `a token is its player's until it ends`() async throws {
        let (authority, token) = try await signed()
        #expect(await authority.session(of: token, at: now)?.player == 7)
        #expect(await authority.session(of: token, at: now + .minutes(15) - .milliseconds(1))?.player == 7)
        #expect(await authority.session(of: token, at: now + .minutes(15))?.player == nil)
    }

    @Test func `a token has one text: padding and other unused bits make it none`() async throws {
        let (authority, token) = try await signed()
        // 64 bytes of a signature leave four bits of its last character unused.
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let character = try #require(token.last)
        let last = try #require(alphabet.firstIndex(of: character))
        #expect(last % 16 == 0)
        for unused in 1..<16 {
            let other = token.dropLast() + String(alphabet[last + unused])
            #expect(await authority.session(of: String(other), at: now)?.player == nil)
        }
        for other in ["\(token)=", "\(token)==", "\(token).", ".\(token)", token.replacing(".", with: "=.")] {
            #expect(await authority.session(of: other, at: now)?.player == nil)
        }
        #expect(await authority.session(of: token, at: now)?.player == 7)
    }

    @Test func `a token that was used is known by its bytes: a Kelvin sign is no K`() async throws {
        let authority = try await TokenAuthority(seed: [UInt8](repeating: 9, count: 32))
        var withK = 0
        for player: Int64 in 1...9 {
            let token = try await authority.sign(PlayerToken(player: player, at: now, life: .minutes(15)))
            #expect(await authority.session(of: token, at: now)?.player == player)
            guard let place = token.firstIndex(of: "K") else { continue }
            withK += 1
            var other = token
            other.replaceSubrange(place...place, with: "\u{212A}")
            #expect(other == token, "Swift finds the two texts equal")
            #expect(!authority.knows(other))
            #expect(await authority.session(of: other, at: now)?.player == nil)
        }
        #expect(withK > 0)
    }
}
