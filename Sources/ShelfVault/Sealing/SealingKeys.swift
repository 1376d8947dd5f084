import Crypto
import Foundation
import ShelfModel
import Synchronization

/// The wrapping keys of an open vault, and which of them seals.
///
/// A wrapping key itself seals nothing. From it follows a data key for each table and day (HKDF with SHA-256), and that
/// seals with AES-256-GCM under random nonces.
package final class SealingKeys: Sendable {
    /// A wrapping key in memory that isn't swapped and is overwritten.
    private final class Kept: Sendable {
        private let bytes: SecretBytes

        init(_ bytes: [UInt8]) { self.bytes = SecretBytes(bytes) }

        func isEqual(to other: [UInt8]) -> Bool { bytes.isEqual(to: SecretBytes(other)) }

        func dataKey(table: String, day: UInt32) -> SymmetricKey {
            var info = Array("shelflife/v1/data key".utf8)
            info.append(text: table)
            info.append(number: UInt64(day))
            return bytes.withBytes {
                HKDF<SHA256>.deriveKey(
                    inputKeyMaterial: SymmetricKey(data: $0), info: info, outputByteCount: WrappingKey.bytes)
            }
        }
    }

    private struct DataKeyName: Hashable {
        let wrappingKey: UInt32
        let day: UInt32
        let table: String
    }

    private struct State {
        var kept: [UInt32: Kept]
        var sealing: UInt32
        var dataKeys: [DataKeyName: SymmetricKey] = [:]
    }

    private let state: Mutex<State>

    /// More than a server uses at a time. Then they are derived anew.
    private static let dataKeysAtMost = 1000

    /// Without a key. ``add(_:)`` gives it some.
    package init() { state = Mutex(State(kept: [:], sealing: 0)) }

    /// Takes in the wrapping keys of a vault. Unless ``seal(with:)`` has said which one seals, the newest does.
    ///
    /// - Parameter keys: 32 bytes each, by their numbers.
    /// - Throws: ``WrappingKeyError/changed(_:)`` when another key of a number is known.
    package func add(_ keys: [UInt32: [UInt8]]) throws(WrappingKeyError) {
        let changed = state.withLock { state -> UInt32? in
            if let changed = keys.first(where: { state.kept[$0.key]?.isEqual(to: $0.value) == false }) {
                return changed.key
            }
            for (number, bytes) in keys where state.kept[number] == nil { state.kept[number] = Kept(bytes) }
            if state.sealing == 0 { state.sealing = keys.keys.max() ?? 0 }
            return nil
        }
        if let changed { throw .changed(changed) }
    }

    package var numbers: Set<UInt32> { state.withLock { Set($0.kept.keys) } }

    /// Whether there is no key yet, because nobody has opened the vault.
    package var isLocked: Bool { state.withLock { $0.kept.isEmpty } }

    /// The number of the key that seals.
    package var sealing: UInt32 { state.withLock { $0.sealing } }

    /// Seals with another of the keys from now on.
    package func seal(with number: UInt32) { state.withLock { $0.sealing = number } }

    /// - Parameter number: the wrapping key under which to seal; `nil` for the one that seals.
    package func seal(
        _ bytes: [UInt8], for column: SealedColumn, under number: UInt32? = nil
    ) throws(SealingError) -> SealedValue {
        let (number, day) = (number ?? sealing, Self.day(of: column.at))
        let key = try dataKey(DataKeyName(wrappingKey: number, day: day, table: column.table))
        // AES-GCM takes texts up to 64 GiB, and the key has the right length.
        let box = try! AES.GCM.seal(bytes, using: key, authenticating: column.context).combined!
        return SealedValue(wrappingKey: number, day: day, box: Array(box))
    }

    package func open(_ value: SealedValue, of column: SealedColumn) throws(SealingError) -> [UInt8] {
        let name = DataKeyName(wrappingKey: value.wrappingKey, day: value.day, table: column.table)
        guard let box = try? AES.GCM.SealedBox(combined: value.box),
            let bytes = try? AES.GCM.open(box, using: dataKey(name), authenticating: column.context)
        else {
            guard numbers.contains(value.wrappingKey) else { throw missing(value.wrappingKey) }
            throw .damaged(column: "\(column.table).\(column.name)")
        }
        return Array(bytes)
    }

    private func dataKey(_ name: DataKeyName) throws(SealingError) -> SymmetricKey {
        let found = state.withLock { state -> SymmetricKey? in
            if let known = state.dataKeys[name] { return known }
            guard let kept = state.kept[name.wrappingKey] else { return nil }
            let key = kept.dataKey(table: name.table, day: name.day)
            if state.dataKeys.count >= Self.dataKeysAtMost { state.dataKeys = [:] }
            state.dataKeys[name] = key
            return key
        }
        guard let found else { throw missing(name.wrappingKey) }
        return found
    }

    private func missing(_ number: UInt32) -> SealingError { isLocked ? .locked : .missingKey(number) }

    private static func day(of instant: Instant) -> UInt32 {
        UInt32(truncatingIfNeeded: instant.floored(to: .days(1)).milliseconds / 86_400_000)
    }
}
