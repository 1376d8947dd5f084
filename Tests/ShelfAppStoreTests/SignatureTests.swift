import Crypto
import Foundation
import ShelfAppStore
import ShelfModel
import ShelfTesting
import ShelfWire
import Testing

@Suite struct SignatureTests {
    @Test(arguments: ["none", "None", "ES384", "RS256", "EdDSA", ""])
    func `an algorithm other than the App Store's is refused`(algorithm: String) async throws {
        let counter = try Counter()
        let jws = try counter.authority.sign(
            AppStoreSample.transaction(),
            header: ["alg": algorithm, "x5c": try AppStoreAuthority.x5c(counter.authority.chain)])
        await #expect(throws: AppStoreError.algorithm) { try await counter.transaction(jws) }
    }

    @Test func `no algorithm and no signature is refused`() async throws {
        let counter = try Counter()
        let x5c = try AppStoreAuthority.x5c(counter.authority.chain)
        let payload = try AppStoreJWS.json(AppStoreSample.transaction())
        for header in [["alg": "none", "x5c": x5c], ["x5c": x5c]] as [[String: any Sendable]] {
            let jws = AppStoreJWS(header: try AppStoreJWS.json(header), payload: payload)
            await #expect(throws: AppStoreError.algorithm) { try await counter.transaction(jws.text(signature: [])) }
        }
    }

    @Test func `a code made with the public key as its secret is refused`() async throws {
        let counter = try Counter()
        let jws = AppStoreJWS(
            header: try AppStoreJWS.json([
                "alg": "HS256", "x5c": try AppStoreAuthority.x5c(counter.authority.chain),
            ]),
            payload: try AppStoreJWS.json(AppStoreSample.transaction()))
        let secret = SymmetricKey(data: counter.authority.leafKey.publicKey.derRepresentation)
        let code = HMAC<SHA256>.authenticationCode(for: jws.signedBytes, using: secret)
        await #expect(throws: AppStoreError.algorithm) { try await counter.transaction(jws.text(signature: code)) }
    }

    @Test func `a signature by another key is refused, though the header brings that key`() async throws {
        let counter = try Counter()
        let key = P256.Signing.PrivateKey()
        let jws = try counter.authority.sign(AppStoreSample.transaction(), key: key)
        await #expect(throws: AppStoreError.signature) { try await counter.transaction(jws) }

        let point = key.publicKey.rawRepresentation
        let jwk = [
            "kty": "EC", "crv": "P-256", "x": Base64URL.encode(point.prefix(32)),
            "y": Base64URL.encode(point.suffix(32)),
        ]
        let brought = try counter.authority.sign(
            AppStoreSample.transaction(),
            header: ["alg": "ES256", "jwk": jwk, "x5c": try AppStoreAuthority.x5c(counter.authority.chain)],
            key: key)
        await #expect(throws: AppStoreError.signature) { try await counter.transaction(brought) }
    }

    @Test func `a payload put in after signing is refused`() async throws {
        let counter = try Counter()
        let parts = try counter.authority.sign(AppStoreSample.transaction()).split(separator: ".")
        let richer = Base64URL.encode(try AppStoreJWS.json(AppStoreSample.transaction(["quantity": 1000])))
        await #expect(throws: AppStoreError.signature) {
            try await counter.transaction("\(parts[0]).\(richer).\(parts[2])")
        }
    }

    @Test func `not one letter of it can be changed`() async throws {
        let counter = try Counter()
        let good = Array(try counter.authority.sign(AppStoreSample.transaction()).utf8)
        _ = try await counter.transaction(String(decoding: good, as: UTF8.self))
        for index in stride(from: 0, to: good.count, by: 7) {
            var changed = good
            changed[index] = good[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            await #expect(throws: AppStoreError.self) {
                try await counter.transaction(String(decoding: changed, as: UTF8.self))
            }
        }
    }

    @Test func `a header that demands an extension is refused`() async throws {
        let counter = try Counter()
        let jws = try counter.authority.sign(
            AppStoreSample.transaction(),
            header: [
                "alg": "ES256", "crit": ["b64"], "b64": false,
                "x5c": try AppStoreAuthority.x5c(counter.authority.chain),
            ])
        await #expect(throws: AppStoreError.criticalHeader) { try await counter.transaction(jws) }
    }

    @Test func `up to 32 KiB are read, and no more`() async throws {
        let counter = try Counter()
        let jws = try counter.authority.sign(
            AppStoreSample.transaction(["padding": String(repeating: "x", count: 20_000)]))
        #expect(jws.utf8.count < 32_768)
        _ = try await counter.transaction(jws)
        let long = String(repeating: "A", count: 32_769)
        await #expect(throws: AppStoreError.tooLarge(bytes: 32_769)) { try await counter.transaction(long) }
        await #expect(throws: AppStoreError.form) { try await counter.transaction(String(long.dropLast())) }
    }

    @Test(arguments: ["", ".", "..", "....", "a.b.c", "e30.e30.", "e30=.e30.e30", "W10.e30.e30", "\u{301}.\u{301}.é"])
    func `what is no JWS is refused`(text: String) async throws {
        await #expect(throws: AppStoreError.self) { try await Counter().transaction(text) }
    }

    @Test(arguments: ["", "[]", "7", "{", "{}\u{0}"])
    func `a payload that is no JSON object is refused, though it is signed`(text: String) async throws {
        let counter = try Counter()
        let header: [String: any Sendable] = [
            "alg": "ES256", "x5c": try AppStoreAuthority.x5c(counter.authority.chain),
        ]
        let jws = AppStoreJWS(header: try AppStoreJWS.json(header), payload: Array(text.utf8))
        let signature = try counter.authority.leafKey.signature(for: jws.signedBytes).rawRepresentation
        await #expect(throws: AppStoreError.form) { try await counter.transaction(jws.text(signature: signature)) }
    }
}
