import Crypto
import Foundation
import ShelfModel
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// The three certificates that came with signed data, and the checks that make them the App Store's.
package struct AppleChain {
    /// A certificate's place in the chain, in the order in which the App Store sends them.
    package enum Link: String, Hashable, Sendable, CaseIterable {
        case signing, intermediate, root
    }

    private let leaf: Certificate
    private let intermediate: Certificate
    private let root: Certificate
    private let key: P256.Signing.PublicKey

    init(_ certificates: [[UInt8]]) throws(AppStoreError) {
        guard certificates.count == Link.allCases.count else { throw .certificateCount(certificates.count) }
        leaf = try Self.certificate(certificates[0], .signing)
        intermediate = try Self.certificate(certificates[1], .intermediate)
        root = try Self.certificate(certificates[2], .root)
        guard let key = P256.Signing.PublicKey(leaf.publicKey) else { throw .certificate(.signing) }
        self.key = key
    }

    /// Whether the leaf's key signed a message.
    func hasSigned(_ message: SignedMessage) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: message.signature) else {
            return false
        }
        return key.isValidSignature(signature, for: message.signedBytes)
    }

    /// Throws unless the chain was the App Store's at an instant, and led to one of `roots`.
    func check(at instant: Instant, roots: AppleRoots) async throws(AppStoreError) {
        guard leaf.isMarked(Marker.transactionSigner) else { throw .notApples(.signing) }
        guard intermediate.isMarked(Marker.developerRelations) else { throw .notApples(.intermediate) }
        let date = Date(timeIntervalSince1970: TimeInterval(instant.milliseconds / 1000))
        for (link, certificate) in zip(Link.allCases, [leaf, intermediate, root])
        where !certificate.isValid(at: date) {
            throw .notValid(link, at: instant)
        }
        guard await leads(to: roots, at: date) else { throw .untrusted }
    }

    /// Whether the path from the leaf to a root is the chain exactly as it was sent.
    private func leads(to roots: AppleRoots, at date: Date) async -> Bool {
        var verifier = Verifier(rootCertificates: roots.store) {
            RFC5280Policy(fixedExpiryValidationTime: date)
        }
        let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore([intermediate]))
        guard case .validCertificate(let path) = result else { return false }
        return Array(path) == [leaf, intermediate, root]
    }

    private static func certificate(_ bytes: [UInt8], _ link: Link) throws(AppStoreError) -> Certificate {
        guard let certificate = try? Certificate(derEncoded: bytes) else { throw .certificate(link) }
        return certificate
    }
}

/// The extensions with which Apple marks what a certificate is for.
private enum Marker {
    static let transactionSigner: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
    static let developerRelations: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]
}

extension Certificate {
    fileprivate func isMarked(_ marker: ASN1ObjectIdentifier) -> Bool {
        extensions[oid: marker] != nil
    }

    /// The time of validity includes both its ends, which are whole seconds (RFC 5280, 4.1.2.5).
    fileprivate func isValid(at date: Date) -> Bool {
        notValidBefore <= date && date <= notValidAfter
    }
}
