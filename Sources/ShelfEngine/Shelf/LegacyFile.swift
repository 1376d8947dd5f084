import Crypto
import CryptoExtras
import Foundation
package import ShelfConfiguration
package import ShelfModel
import ShelfWire

/// What clients of the first design read: the next ten minutes of a prefetched store as JSON, padded with PKCS#7,
/// encrypted with AES-256-CBC and written in Base64. Source: `docs/legacy.md`.
package struct LegacyFile: Sendable {
    /// The minute that the file is of.
    package let issuedAt: Instant
    /// The Base64, without line breaks.
    package let bytes: [UInt8]
    /// SHA-256 of ``bytes``, hexadecimal.
    package let digest: String

    /// The initialization vector of all files, as the old clients have it: 16 zero bytes.
    private static let vector = [UInt8](repeating: 0, count: 16)

    /// - Throws: the encoder's or the cipher's error, which no listing can cause.
    package init(issuedAt: Instant, listings: [LegacyListing], settings: LegacySettings) throws {
        let json = try WireJSON.encode(Content(issuedAt: issuedAt, listings: listings, names: settings.names))
        let sealed = try AES._CBC.encrypt(
            json, using: SymmetricKey(data: settings.key.bytes), iv: AES._CBC.IV(ivBytes: Self.vector))
        self.issuedAt = issuedAt
        bytes = Array(sealed.base64EncodedData())
        digest = WindowFile.digest(of: bytes)
    }
}

/// The JSON, whose members are called as a game's old clients expect it.
private struct Content: Encodable {
    let issuedAt: Instant
    let listings: [LegacyListing]
    let names: LegacyNames

    func encode(to encoder: any Encoder) throws {
        var members = NamedMembers(encoder, names)
        try members.add(.issued, issuedAt.seconds)
        try members.add(.listings, listings.map { Entry(listing: $0, names: names) })
    }
}

private struct Entry: Encodable {
    let listing: LegacyListing
    let names: LegacyNames

    func encode(to encoder: any Encoder) throws {
        var members = NamedMembers(encoder, names)
        try members.add(.position, listing.position)
        try members.add(.item, listing.item)
        try members.add(.name, listing.name)
        try members.add(.price, listing.price)
        try members.add(.start, listing.start.seconds)
        try members.add(.end, listing.end.seconds)
        try members.add(.chain, listing.chain)
        try members.add(.slot, listing.slot)
        try members.add(.revision, listing.revision)
        try members.add(.withdrawn, listing.isWithdrawn)
    }
}

/// Writes the members that have a name.
private struct NamedMembers {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private var container: KeyedEncodingContainer<Key>
    private let names: LegacyNames

    init(_ encoder: any Encoder, _ names: LegacyNames) {
        container = encoder.container(keyedBy: Key.self)
        self.names = names
    }

    mutating func add(_ member: LegacyNames.Member, _ value: some Encodable) throws {
        guard let name = names[member] else { return }
        try container.encode(value, forKey: Key(stringValue: name))
    }
}

extension Instant {
    /// Unix seconds. Listings begin and end at whole ones.
    fileprivate var seconds: Int64 { milliseconds / 1000 }
}
