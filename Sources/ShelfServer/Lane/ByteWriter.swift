/// Writes text and numbers directly into memory, without making strings.
struct ByteWriter {
    private let space: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    /// - Parameter space: memory that is large enough for everything that will be written.
    init(_ space: UnsafeMutableRawBufferPointer) {
        self.space = space
    }

    var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: space.baseAddress, count: count) }

    mutating func write(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count <= space.count - count)
        guard let source = bytes.baseAddress else { return }
        (space.baseAddress! + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    mutating func write(_ text: StaticString) {
        write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// In decimal.
    ///
    /// - Parameter number: not negative.
    mutating func write(_ number: Int64) {
        let length = Self.length(of: number)
        precondition(length <= space.count - count)
        var (rest, index) = (number.magnitude, count + length)
        repeat {
            index -= 1
            space[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        count += length
    }

    /// How many digits a number has.
    static func length(of number: Int64) -> Int {
        var (length, rest) = (1, number.magnitude)
        while rest >= 10 {
            rest /= 10
            length += 1
        }
        return length
    }
}
