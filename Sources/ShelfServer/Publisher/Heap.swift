import CKernelClock

/// How a server's memory is laid out.
package enum Heap {
    /// Gives each window pages of its own: windows come and go every minute, and would leave holes between what stays.
    /// Few heaps, since each keeps what it was once given.
    ///
    /// To be called once, as the program starts.
    package static func keepWindowsApart() {
        #if canImport(Glibc)
            _ = mallopt(M_MMAP_THRESHOLD, 64 << 10)
            _ = mallopt(M_ARENA_MAX, 4)
        #endif
    }
}
