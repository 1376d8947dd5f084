import ShelfSQL

/// A value of a column or an argument, as it crosses the wire in PostgreSQL's binary format.
enum PostgresValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
    /// Arrays are the arguments of statements that handle many rows at once, with `unnest`.
    case integers([Int64?])
    case texts([String?])
    case byteStrings([[UInt8]?])

    /// The type's number in PostgreSQL's catalogue; 0 leaves it to the server.
    var type: UInt32 {
        switch self {
        case .null: 0
        case .integer: 20
        case .text: 25
        case .bytes: 17
        case .integers: 1016
        case .texts: 1009
        case .byteStrings: 1001
        }
    }

    /// The bytes of the binary format; `nil` for NULL.
    var binary: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let number): Self.bigEndian(number)
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        case .integers(let numbers): Self.array(of: 20, numbers.map { $0.map(Self.bigEndian) })
        case .texts(let texts): Self.array(of: 25, texts.map { $0.map { Array($0.utf8) } })
        case .byteStrings(let strings): Self.array(of: 17, strings)
        }
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// An array with one dimension: dimensions, whether it has NULLs, the elements' type, count and lower bound, and
    /// each element behind its length, which is -1 for NULL.
    private static func array(of type: UInt32, _ elements: [[UInt8]?]) -> [UInt8] {
        let hasNull: Int32 = elements.contains(nil) ? 1 : 0
        guard !elements.isEmpty else { return bigEndian(Int32(0)) + bigEndian(hasNull) + bigEndian(type) }
        var bytes = bigEndian(Int32(1)) + bigEndian(hasNull) + bigEndian(type)
        bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
        bytes += bigEndian(Int32(elements.count)) + bigEndian(Int32(1))
        for element in elements {
            bytes += bigEndian(Int32(element?.count ?? -1))
            bytes += element ?? []
        }
        return bytes
    }
}

extension PostgresValue {
    init(_ value: SQLValue) {
        self =
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            case .text(let text): .text(text)
            case .bytes(let bytes): .bytes(bytes)
            }
    }
}
