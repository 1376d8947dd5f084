package import ShelfModel

/// A column of one row. A value that is sealed for it can't be opened as that of another column or row.
package struct SealedColumn: Hashable, Sendable {
    /// A value of the row's primary key.
    package enum KeyPart: Hashable, Sendable {
        case integer(Int64)
        case text(String)
        case bytes([UInt8])
    }

    package let table: String
    package let name: String
    /// The values of the row's primary key, which are the same in each database. A number that only one database knows
    /// a row by is none.
    package let key: [KeyPart]
    /// Other values of the row that are believed only because this one is opened together with them.
    package let bound: [KeyPart]
    /// A text is filled up to a multiple of this many bytes.
    package let padding: Int
    /// An instant that the row has. Its day chooses the data key, so that no data key seals without end.
    package let at: Instant

    package init(
        _ table: String, _ name: String, key: [KeyPart], bound: [KeyPart] = [], padding: Int = 128, at: Instant
    ) {
        (self.table, self.name, self.key, self.bound) = (table, name, key, bound)
        (self.padding, self.at) = (padding, at)
    }

    /// What is authenticated with the value. Each part says how long it is, and each column has a fixed number of parts,
    /// so that no two columns have the same.
    var context: [UInt8] {
        var bytes = Array("shelflife/v1/column".utf8)
        for text in [table, name] { bytes.append(text: text) }
        for part in key + bound {
            switch part {
            case .integer(let number):
                bytes.append(0)
                bytes.append(number: UInt64(bitPattern: number))
            case .text(let text):
                bytes.append(1)
                bytes.append(text: text)
            case .bytes(let part):
                bytes.append(2)
                bytes.append(number: UInt64(part.count))
                bytes += part
            }
        }
        return bytes
    }
}

extension [UInt8] {
    /// Appends a number's eight bytes, the highest first.
    mutating func append(number: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }

    /// Appends a text's length and its bytes.
    mutating func append(text: String) {
        append(number: UInt64(text.utf8.count))
        self += Array(text.utf8)
    }
}
