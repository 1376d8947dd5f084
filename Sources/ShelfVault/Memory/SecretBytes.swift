package import Foundation

/// Bytes that nobody else may read, such as a passphrase: they stand in one place of the memory, are kept out of swap
/// where the system lets us, and are overwritten when they are no longer needed.
///
/// It can't promise more than its own buffer. What reads the bytes may copy them, and Swift says nothing of such copies.
package struct SecretBytes: ~Copyable, @unchecked Sendable {
    private let buffer: UnsafeMutableRawBufferPointer
    package private(set) var count: Int

    /// Makes room for `capacity` bytes, and holds none yet.
    package init(capacity: Int) {
        let page = 4096
        buffer = .allocate(byteCount: max(1, (capacity + page - 1) / page) * page, alignment: page)
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        // Without the right to lock memory the bytes may reach the swap. Everything works all the same.
        _ = mlock(buffer.baseAddress!, buffer.count)
        count = 0
    }

    package init(_ bytes: some Collection<UInt8>) {
        self.init(capacity: bytes.count)
        for byte in bytes { append(byte) }
    }

    deinit {
        Self.overwrite(buffer)
        munlock(buffer.baseAddress!, buffer.count)
        buffer.deallocate()
    }

    /// Appends a byte. There must be room for it.
    package mutating func append(_ byte: UInt8) {
        precondition(count < buffer.count, "a secret is longer than the room that was made for it")
        buffer[count] = byte
        count += 1
    }

    package var last: UInt8? { count > 0 ? buffer[count - 1] : nil }

    package mutating func removeLast() {
        guard count > 0 else { return }
        count -= 1
        buffer[count] = 0
    }

    /// Removes the last character of a text in UTF-8, with all of its bytes.
    package mutating func removeLastCharacter() {
        while let last, last & 0b1100_0000 == 0b1000_0000 { removeLast() }
        removeLast()
    }

    package mutating func removeAll() {
        Self.overwrite(buffer)
        count = 0
    }

    /// Lets `body` read the bytes in their place. It must not keep them.
    package borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }

    /// Lets `body` read the bytes as `Data` that refers to their place. It must not keep them.
    package borrowing func withData<Result>(_ body: (Data) throws -> Result) rethrows -> Result {
        guard count > 0 else { return try body(Data()) }
        return try body(Data(bytesNoCopy: buffer.baseAddress!, count: count, deallocator: .none))
    }

    package borrowing func isEqual(to other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        for index in 0..<count { difference |= buffer[index] ^ other.buffer[index] }
        return difference == 0
    }

    /// The compiler may leave out writes to memory that is given back; it may not leave out this call.
    private static func overwrite(_ buffer: UnsafeMutableRawBufferPointer) {
        #if canImport(Glibc)
            explicit_bzero(buffer.baseAddress!, buffer.count)
        #else
            memset_s(buffer.baseAddress!, buffer.count, 0, buffer.count)
        #endif
    }
}
