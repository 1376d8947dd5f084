import ShelfAppStore
import ShelfModel
import ShelfTesting
import SwiftASN1
import Testing
import X509

@Suite struct RootTests {
    private func verifier(_ roots: [[UInt8]]) throws -> AppStoreVerifier {
        try AppStoreVerifier(roots: roots, bundle: AppStoreSample.bundle, environment: .production)
    }

    @Test func `a root may be a file in DER or in PEM`() async throws {
        let authority = try AppStoreAuthority()
        let jws = try authority.sign(AppStoreSample.transaction())
        let pem = Array(try authority.root.serializeAsPEM().pemString.utf8)
        for root in [try authority.rootFile, pem] {
            _ = try await verifier([root]).transaction(jws, at: AppStoreSample.now)
        }
    }

    @Test func `each of several roots is trusted`() async throws {
        let authorities = [try AppStoreAuthority(), try AppStoreAuthority()]
        let verifier = try verifier(authorities.map { try $0.rootFile })
        for authority in authorities {
            _ = try await verifier.transaction(authority.sign(AppStoreSample.transaction()), at: AppStoreSample.now)
        }
    }

    @Test func `no root at all is refused, since nothing could be verified`() {
        #expect(throws: AppStoreError.noRoots) { try verifier([]) }
    }

    @Test func `a file that is no certificate authority's is named by its place`() throws {
        let authority = try AppStoreAuthority()
        let leaf = Array(try authority.leaf.serializeAsPEM().pemString.utf8)
        for file in [[], Array("a page that says 404".utf8), leaf] {
            #expect(throws: AppStoreError.root(2)) { try verifier([authority.rootFile, file]) }
        }
    }
}
