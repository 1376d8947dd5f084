import Crypto
import Foundation
import JWTKit
import ShelfAppStore
import ShelfModel
import ShelfTesting
import Testing
import X509

@Suite struct ChainTests {
    @Test func `a chain to another root is refused, though it is marked as Apple's`() async throws {
        let stranger = try AppStoreAuthority()
        let jws = try stranger.sign(AppStoreSample.transaction())
        await #expect(throws: AppStoreError.untrusted) { try await Counter().transaction(jws) }
    }

    @Test func `a stranger's chain that ends in the trusted root is refused`() async throws {
        let counter = try Counter()
        let stranger = try AppStoreAuthority()
        let jws = try stranger.sign(
            AppStoreSample.transaction(),
            chain: [stranger.leaf, stranger.intermediate, counter.authority.root])
        await #expect(throws: AppStoreError.untrusted) { try await counter.transaction(jws) }
    }

    @Test func `an intermediate that did not issue the signer's certificate is refused`() async throws {
        let counter = try Counter()
        let stranger = try AppStoreAuthority()
        let jws = try stranger.sign(
            AppStoreSample.transaction(),
            chain: [stranger.leaf, counter.authority.intermediate, counter.authority.root])
        await #expect(throws: AppStoreError.untrusted) { try await counter.transaction(jws) }
        let swapped = try counter.authority.sign(
            AppStoreSample.transaction(),
            chain: [counter.authority.leaf, stranger.intermediate, counter.authority.root])
        await #expect(throws: AppStoreError.untrusted) { try await counter.transaction(swapped) }
    }

    @Test func `a root that is not the one the chain leads to is refused`() async throws {
        let counter = try Counter()
        let jws = try counter.authority.sign(
            AppStoreSample.transaction(),
            chain: [counter.authority.leaf, counter.authority.intermediate, AppStoreAuthority().root])
        await #expect(throws: AppStoreError.untrusted) { try await counter.transaction(jws) }
    }

    @Test func `a certificate that signs itself is refused, three times over as well`() async throws {
        let key = P256.Signing.PrivateKey()
        let selfSigned = try AppStoreAuthority.selfSigned(key)
        let jws = try Counter().authority.sign(
            AppStoreSample.transaction(), chain: [selfSigned, selfSigned, selfSigned], key: key)
        await #expect(throws: AppStoreError.untrusted) { try await Counter().transaction(jws) }
    }

    @Test func `a certificate of the same authority that is not for transactions is refused`() async throws {
        let counter = try Counter(AppStoreAuthority { $0.leafIsMarked = false })
        await #expect(throws: AppStoreError.notApples(.signing)) { try await counter.transaction() }
    }

    @Test func `an intermediate without Apple's marker is refused`() async throws {
        let counter = try Counter(AppStoreAuthority { $0.intermediateIsMarked = false })
        await #expect(throws: AppStoreError.notApples(.intermediate)) { try await counter.transaction() }
    }

    @Test func `an intermediate that is no authority is refused`() async throws {
        let counter = try Counter(AppStoreAuthority { $0.intermediateIsAuthority = false })
        await #expect(throws: AppStoreError.untrusted) { try await counter.transaction() }
    }

    static let past = AppStoreAuthority.Shape.life("2020-01-01", "2026-11-21")
    static let future = AppStoreAuthority.Shape.life("2026-11-22", "2040-01-01")

    @Test(arguments: [past, future])
    func `a certificate that was not valid when it signed is refused`(life: ClosedRange<Instant>) async throws {
        let signed = AppStoreSample.signed
        await #expect(throws: AppStoreError.notValid(.signing, at: signed)) {
            try await Counter(AppStoreAuthority { $0.leafLife = life }).transaction()
        }
        await #expect(throws: AppStoreError.notValid(.intermediate, at: signed)) {
            try await Counter(AppStoreAuthority { $0.intermediateLife = life }).transaction()
        }
        await #expect(throws: AppStoreError.notValid(.root, at: signed)) {
            try await Counter(AppStoreAuthority { $0.rootLife = life }).transaction()
        }
    }

    @Test func `a transaction stays good when its signer's certificate has run out`() async throws {
        let counter = try Counter(
            AppStoreAuthority { $0.leafLife = AppStoreAuthority.Shape.life("2020-01-01", "2026-11-22") })
        _ = try await counter.transaction(at: AppStoreSample.signed + .days(4000))
    }

    @Test func `a chain of other than three certificates is refused`() async throws {
        let counter = try Counter()
        let chain = counter.authority.chain
        for count in [0, 1, 2, 4] {
            let jws = try counter.authority.sign(
                AppStoreSample.transaction(), chain: Array((chain + chain).prefix(count)))
            await #expect(throws: AppStoreError.certificateCount(count)) { try await counter.transaction(jws) }
        }
    }

    @Test func `certificates in another order are refused`() async throws {
        let counter = try Counter()
        let (leaf, intermediate, root) = (
            counter.authority.leaf, counter.authority.intermediate, counter.authority.root
        )
        let swapped = try counter.authority.sign(AppStoreSample.transaction(), chain: [leaf, root, intermediate])
        await #expect(throws: AppStoreError.notApples(.intermediate)) { try await counter.transaction(swapped) }
        let turned = try counter.authority.sign(AppStoreSample.transaction(), chain: [root, intermediate, leaf])
        await #expect(throws: AppStoreError.certificate(.signing)) { try await counter.transaction(turned) }
    }

    @Test(arguments: ["", "AAAA", "not base64"])
    func `a certificate that can't be read is refused and named`(text: String) async throws {
        let counter = try Counter()
        for (index, link) in AppleChain.Link.allCases.enumerated() {
            var x5c = try AppStoreAuthority.x5c(counter.authority.chain)
            x5c[index] = text
            let jws = try counter.authority.sign(
                AppStoreSample.transaction(), header: ["alg": "ES256", "x5c": x5c])
            await #expect(throws: AppStoreError.certificate(link)) { try await counter.transaction(jws) }
        }
    }

    @Test func `another library's verifier finds the tests' chain good as well`() async throws {
        let authority = try AppStoreAuthority()
        let verifier = try X5CVerifier(rootCertificates: [authority.root])
        let jws = try authority.sign(AppStoreSample.transaction())
        #expect(try await verifier.verifyJWS(jws, as: Claims.self).transactionId == "2000000123456789")
    }
}

private struct Claims: JWTPayload {
    let transactionId: String

    func verify(using _: some JWTAlgorithm) {}
}
