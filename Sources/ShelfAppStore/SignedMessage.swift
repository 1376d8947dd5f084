import Foundation
import ShelfWire

/// A JWS in its compact form (RFC 7515), taken apart but not yet verified.
struct SignedMessage {
    /// The most bytes that are taken. A notification with a transaction and a renewal in it has about 20,000.
    static let limit = 32 * 1024

    /// The chain in DER, the signer's first.
    let certificates: [[UInt8]]
    /// The bytes that were signed.
    let signedBytes: [UInt8]
    let signature: [UInt8]
    private let payload: [UInt8]

    init(_ jws: String) throws(AppStoreError) {
        guard jws.utf8.count <= Self.limit else { throw .tooLarge(bytes: jws.utf8.count) }
        let parts = jws.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { throw .form }
        certificates = try Self.certificates(header)
        signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
        self.signature = signature
        self.payload = payload
    }

    /// The signed content, decoded.
    ///
    /// - Throws: `field` with the name of the field that is of another type.
    func content<Content: Decodable>(as _: Content.Type) throws(AppStoreError) -> Content {
        do {
            return try WireJSON.decode(Content.self, payload)
        } catch let error as DecodingError {
            guard let name = error.field else { throw .form }
            throw .field(name)
        } catch {
            throw .form
        }
    }

    private static func certificates(_ bytes: [UInt8]) throws(AppStoreError) -> [[UInt8]] {
        guard let header = try? WireJSON.decode(Header.self, bytes) else { throw .form }
        guard header.alg == "ES256" else { throw .algorithm }
        guard !header.hasCritical else { throw .criticalHeader }
        guard header.x5c.count == AppleChain.Link.allCases.count else { throw .certificateCount(header.x5c.count) }
        return try zip(AppleChain.Link.allCases, header.x5c).map { (link, text) throws(AppStoreError) in
            guard let certificate = Data(base64Encoded: text) else { throw .certificate(link) }
            return Array(certificate)
        }
    }
}

/// The fields of the header that are read. A public key in the header is ignored: only the one in the chain's first
/// certificate counts.
private struct Header: Decodable {
    let alg: String?
    let x5c: [String]
    let hasCritical: Bool

    private enum Name: String, CodingKey {
        case alg, crit, x5c
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Name.self)
        alg = try fields.decodeIfPresent(String.self, forKey: .alg)
        x5c = try fields.decodeIfPresent([String].self, forKey: .x5c) ?? []
        hasCritical = fields.contains(.crit)
    }
}

extension DecodingError {
    /// The field that couldn't be decoded, such as `data.bundleId`; `nil` when the error is not about one field.
    fileprivate var field: String? {
        let path =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            case .keyNotFound(let key, let context): context.codingPath + [key]
            @unknown default: [any CodingKey]()
            }
        return path.isEmpty ? nil : path.map(\.stringValue).joined(separator: ".")
    }
}
