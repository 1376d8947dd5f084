import Crypto
import Foundation
import ShelfModel
import ShelfWire

extension Workshop {
    static var expectations: WindowFile.Expectations {
        .init(store: "main", publicKey: signing.publicKey)
    }

    /// The file with the header as it stands, signed.
    func file(key: Curve25519.Signing.PrivateKey = Workshop.signing) throws -> [UInt8] {
        try Self.file(header: headerBytes(), records: records.flatMap(Self.bytes), key: key)
    }

    func headerBytes() throws -> [UInt8] {
        Array(try JSONSerialization.data(withJSONObject: header, options: .sortedKeys))
    }

    /// The file of any bytes, signed.
    static func file(
        header: [UInt8], records: [UInt8] = [], key: Curve25519.Signing.PrivateKey = Workshop.signing
    ) throws -> [UInt8] {
        try signed(Array("SHELFLF2".utf8) + BigEndian.bytes(UInt32(header.count)) + header + records, key: key)
    }

    static func signed(_ body: [UInt8], key: Curve25519.Signing.PrivateKey = Workshop.signing) throws -> [UInt8] {
        body + Array(try key.signature(for: body))
    }

    /// A record as the wire has it, written here once more so that writer and reader can't err together.
    static func bytes(_ record: WindowRecord) -> [UInt8] {
        BigEndian.bytes(UInt16(record.chain)) + BigEndian.bytes(UInt16(record.position))
            + BigEndian.bytes(UInt16(record.revision)) + [0, 0] + BigEndian.bytes(UInt32(record.slot))
            + BigEndian.bytes(UInt32(record.seconds)) + record.sealed
    }

    /// Why a reader refuses the file, `nil` when it takes it.
    static func refusal(
        of bytes: [UInt8], expecting: WindowFile.Expectations = Workshop.expectations
    ) -> WindowError? {
        do {
            _ = try WindowFile(reading: bytes, expecting: expecting)
            return nil
        } catch { return error }
    }

    /// Why a reader refuses the window after `change`, `nil` when it takes it.
    static func refusal(
        expecting: WindowFile.Expectations = Workshop.expectations, after change: (inout Workshop) throws -> Void
    ) rethrows -> WindowError? {
        var workshop = Workshop()
        try change(&workshop)
        return refusal(of: try! workshop.file(), expecting: expecting)
    }
}

extension WindowRecord {
    /// The same record with some of its numbers changed.
    func with(
        chain: Int? = nil, position: Int? = nil, revision: Int? = nil, slot: Int? = nil, seconds: Int? = nil
    ) -> WindowRecord {
        WindowRecord(
            chain: chain ?? self.chain, position: position ?? self.position, revision: revision ?? self.revision,
            slot: slot ?? self.slot, seconds: seconds ?? self.seconds, sealed: sealed)
    }
}
