import Crypto

/// Walks a chain downwards: `K_(i-1) = SHA-256("shelflife/v1/chain" ‖ id ‖ BE64(i) ‖ K_i)`.
package struct KeyWalk {
    private static let label = Array("shelflife/v1/chain".utf8)
    private static let numberOffset = label.count + 16
    private static let keyOffset = numberOffset + 8

    private var message: [UInt8]
    package private(set) var slot: Int

    package init(chain id: ChainID, key: ChainKey, slot: Int) {
        message = Self.label + id.bytes + [UInt8](repeating: 0, count: 8) + key.bytes
        self.slot = slot
    }

    package var key: ChainKey { ChainKey(unchecked: Array(message[Self.keyOffset...])) }

    /// Walks down to `target`, which must not be above the current slot.
    package mutating func descend(to target: Int) {
        precondition(target >= 0 && target <= slot, "a key gives only earlier keys")
        message.withUnsafeMutableBytes { message in
            for number in (target..<slot).reversed() {
                message.storeBytes(
                    of: UInt64(number + 1).bigEndian, toByteOffset: Self.numberOffset, as: UInt64.self)
                var hash = SHA256()
                hash.update(bufferPointer: UnsafeRawBufferPointer(message))
                hash.finalize().withUnsafeBytes { message[Self.keyOffset...].copyBytes(from: $0) }
            }
        }
        slot = target
    }
}

extension ChainKey {
    /// The key of an earlier slot of the same chain.
    package func descended(in chain: ChainID, from slot: Int, to target: Int) -> ChainKey {
        var walk = KeyWalk(chain: chain, key: self, slot: slot)
        walk.descend(to: target)
        return walk.key
    }
}
