#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Operations on bytes that the lane performs for every request. They are faster than those of generic collections.
extension UnsafeRawBufferPointer {
    /// - Precondition: the range lies within.
    func piece(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: baseAddress.map { $0 + range.lowerBound }, count: range.count)
    }

    func isSame(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let one = baseAddress, let another = other.baseAddress else { return true }
        return memcmp(one, another, count) == 0
    }

    func isSame(_ text: StaticString) -> Bool {
        isSame(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
