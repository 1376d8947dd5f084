package import Crypto
import Foundation
package import ShelfModel
import SwiftASN1
package import X509

/// A certificate authority for tests that resembles the App Store's: a root, an intermediate and a signer, with Apple's
/// markers unless a test leaves them out.
package struct AppStoreAuthority: Sendable {
    package let root: Certificate
    package let intermediate: Certificate
    package let leaf: Certificate
    package let leafKey: P256.Signing.PrivateKey

    private static let signerMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
    private static let intermediateMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]

    /// The properties of the chain. By default they are those of the App Store.
    package struct Shape: Sendable {
        package var leafIsMarked = true
        package var intermediateIsMarked = true
        package var intermediateIsAuthority = true
        package var leafLife = Self.long
        package var intermediateLife = Self.long
        package var rootLife = Self.long

        package static let long = life("2020-01-01", "2040-01-01")

        package init() {}

        package static func life(_ from: String, _ until: String) -> ClosedRange<Instant> {
            RFC3339.date(from)!.start()...RFC3339.date(until)!.start()
        }
    }

    package init(_ change: (inout Shape) -> Void = { _ in }) throws {
        var shape = Shape()
        change(&shape)
        let rootKey = P384.Signing.PrivateKey()
        let intermediateKey = P384.Signing.PrivateKey()
        leafKey = P256.Signing.PrivateKey()
        root = try Draft(name: "Test Root", key: .init(rootKey.publicKey), life: shape.rootLife, isAuthority: true)
            .signed(by: nil, .init(rootKey))
        intermediate = try Draft(
            name: "Test Developer Relations", key: .init(intermediateKey.publicKey), life: shape.intermediateLife,
            isAuthority: shape.intermediateIsAuthority,
            markers: shape.intermediateIsMarked ? [Self.intermediateMarker] : []
        ).signed(by: root, .init(rootKey))
        leaf = try Draft(
            name: "Test Transaction Signing", key: .init(leafKey.publicKey), life: shape.leafLife,
            isAuthority: false, markers: shape.leafIsMarked ? [Self.signerMarker] : []
        ).signed(by: intermediate, .init(intermediateKey))
    }

    package var chain: [Certificate] { [leaf, intermediate, root] }

    /// The root's file, in DER.
    package var rootFile: [UInt8] { get throws { try Self.der(root) } }

    /// A JWS over JSON fields, with this chain and by this signer unless others are given.
    package func sign(
        _ fields: [String: any Sendable], chain: [Certificate]? = nil, key: P256.Signing.PrivateKey? = nil
    ) throws -> String {
        let header: [String: any Sendable] = [
            "alg": "ES256", "x5c": try Self.x5c(chain ?? self.chain),
        ]
        return try sign(fields, header: header, key: key)
    }

    /// The same with a complete header given by the caller.
    package func sign(
        _ fields: [String: any Sendable], header: [String: any Sendable], key: P256.Signing.PrivateKey? = nil
    ) throws -> String {
        let jws = AppStoreJWS(header: try AppStoreJWS.json(header), payload: try AppStoreJWS.json(fields))
        return jws.text(signature: try (key ?? leafKey).signature(for: jws.signedBytes).rawRepresentation)
    }

    /// Certificates as a JWS carries them: DER in base64.
    package static func x5c(_ chain: [Certificate]) throws -> [String] {
        try chain.map { Data(try der($0)).base64EncodedString() }
    }

    /// A self-signed certificate with both of Apple's markers.
    package static func selfSigned(_ key: P256.Signing.PrivateKey) throws -> Certificate {
        try Draft(
            name: "Test Transaction Signing", key: .init(key.publicKey), life: Shape.long, isAuthority: true,
            markers: [signerMarker, intermediateMarker]
        ).signed(by: nil, .init(key))
    }

    private static func der(_ certificate: Certificate) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}

/// A certificate before it is signed.
private struct Draft {
    let name: String
    let key: Certificate.PublicKey
    let life: ClosedRange<Instant>
    let isAuthority: Bool
    var markers: [ASN1ObjectIdentifier] = []

    /// - Parameter issuer: `nil` for one that signs itself.
    func signed(by issuer: Certificate?, _ issuerKey: Certificate.PrivateKey) throws -> Certificate {
        let subject = try DistinguishedName { CommonName(name) }
        return try Certificate(
            version: .v3, serialNumber: .init(), publicKey: key, notValidBefore: date(life.lowerBound),
            notValidAfter: date(life.upperBound), issuer: issuer?.subject ?? subject, subject: subject,
            extensions: extensions(), issuerPrivateKey: issuerKey)
    }

    private func extensions() throws -> Certificate.Extensions {
        let constraints: BasicConstraints =
            isAuthority ? .isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority
        var extensions = try Certificate.Extensions {
            Critical(constraints)
            Critical(KeyUsage(digitalSignature: !isAuthority, keyCertSign: isAuthority))
        }
        for marker in markers {
            // Only the presence of Apple's markers matters; their value is null.
            try extensions.append(.init(oid: marker, critical: false, value: [0x05, 0x00]))
        }
        return extensions
    }

    private func date(_ instant: Instant) -> Date {
        Date(timeIntervalSince1970: TimeInterval(instant.milliseconds / 1000))
    }
}
