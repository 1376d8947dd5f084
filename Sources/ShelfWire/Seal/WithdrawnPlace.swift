/// Names a record of a window that is no longer for sale, as `[chain index, slot, position]` in the header.
package struct WithdrawnPlace: Hashable, Sendable {
    /// Index into the header's chains.
    package let chain: Int
    package let slot: Int
    package let position: Int

    package init(chain: Int, slot: Int, position: Int) {
        self.chain = chain
        self.slot = slot
        self.position = position
    }
}

extension WithdrawnPlace: Codable {
    package init(from decoder: any Decoder) throws {
        var numbers = try decoder.unkeyedContainer()
        (chain, slot, position) = (
            try numbers.decode(Int.self), try numbers.decode(Int.self), try numbers.decode(Int.self)
        )
        guard numbers.isAtEnd else {
            throw DecodingError.dataCorruptedError(in: numbers, debugDescription: "expected three numbers")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var numbers = encoder.unkeyedContainer()
        for number in [chain, slot, position] { try numbers.encode(number) }
    }
}
