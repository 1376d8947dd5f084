package import Crypto
import Foundation
import ShelfModel

/// A window file: header, records and signature. `docs/wire-format.md` has the layout.
package struct WindowFile: Hashable, Sendable {
    package let header: WindowHeader
    /// The listings in the order of the file. The listings of each position are ordered by time.
    package let listings: [SealedListing]
    package let bytes: [UInt8]

    package static let mediaType = "application/vnd.shelflife.window"
    static let magic = Array("SHELFLF2".utf8)
    package static let bytesAtMost = 4 << 20
    static let signatureBytes = 64

    /// SHA-256 of the whole file, hexadecimal: the next window's `previous`.
    package var digest: String { Self.digest(of: bytes) }

    package static func digest(of bytes: [UInt8]) -> String { Hex.encode(SHA256.hash(data: bytes)) }

    /// Makes a window: sorts the records and signs the file.
    ///
    /// - Throws: ``WindowError/tooLarge`` when readers would refuse it.
    package init(header: WindowHeader, records: [WindowRecord], key: Curve25519.Signing.PrivateKey) throws {
        let ordered = records.sorted(by: WindowRecord.precedes)
        let json = try WireJSON.encode(header)
        precondition(header.count == records.count, "the header counts the records")
        precondition(json.count <= WindowHeader.bytesAtMost, "a header fits into 64 KiB")
        var body = Self.magic + BigEndian.bytes(UInt32(json.count)) + json
        body.reserveCapacity(body.count + header.count * header.recordBytes + Self.signatureBytes)
        for record in ordered { body += record.bytes }
        bytes = body + Array(try key.signature(for: body))
        guard bytes.count <= Self.bytesAtMost else { throw WindowError.tooLarge }
        self.header = header
        listings = ordered.map { SealedListing(chain: header.chains[$0.chain], record: $0) }
    }

    /// Reads and checks a file, in the order that `docs/wire-format.md` gives.
    ///
    /// - Throws: the error of the first check that fails.
    package init(reading bytes: [UInt8], expecting: Expectations) throws(WindowError) {
        guard bytes.count <= Self.bytesAtMost else { throw .tooLarge }
        guard bytes.starts(with: Self.magic) else { throw .magic }
        let headerStart = Self.magic.count + 4
        guard bytes.count >= headerStart else { throw .headerLength }
        let headerLength = Int(BigEndian.read(UInt32.self, bytes[Self.magic.count...]))
        let headerEnd = headerStart + headerLength
        guard headerLength <= WindowHeader.bytesAtMost, headerEnd + Self.signatureBytes <= bytes.count else {
            throw .headerLength
        }
        let signed = bytes.count - Self.signatureBytes
        if let key = expecting.publicKey, !key.isValidSignature(bytes[signed...], for: bytes[..<signed]) {
            throw .signature
        }
        guard let header = try? WireJSON.decode(WindowHeader.self, bytes[headerStart..<headerEnd]), header.isWellFormed
        else { throw .header }
        guard (signed - headerEnd).quotientAndRemainder(dividingBy: header.recordBytes) == (header.count, 0) else {
            throw .length
        }
        try expecting.check(header)
        listings = try Self.records(bytes[headerEnd..<signed], header: header)
        self.header = header
        self.bytes = bytes
    }

    private static func records(_ bytes: ArraySlice<UInt8>, header: WindowHeader) throws(WindowError) -> [SealedListing]
    {
        var listings: [SealedListing] = []
        listings.reserveCapacity(header.count)
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: header.recordBytes) {
            guard let record = WindowRecord(bytes: bytes[start..<start + header.recordBytes]),
                record.chain < header.chains.count, record.position < header.positions, record.seconds > 0,
                (1...header.chains[record.chain].slots).contains(record.slot)
            else { throw .records }
            if let last = listings.last?.record, !WindowRecord.precedes(last, record) { throw .records }
            let listing = SealedListing(chain: header.chains[record.chain], record: record)
            guard listing.touches(header.span) else { throw .records }
            listings.append(listing)
        }
        do {
            try Coverage.check(listings, positions: header.positions, steady: 1, span: header.span)
        } catch { throw .records }
        return listings
    }
}
