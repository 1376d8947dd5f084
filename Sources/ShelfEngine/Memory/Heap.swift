import CKernel

/// Settings of the memory allocator.
package enum Heap {
    /// Allocates each window on its own memory pages. Windows come and go every minute and would fragment the heap
    /// otherwise. It also limits the number of heaps, because a heap doesn't give memory back.
    ///
    /// Call it once, at the start of the program.
    package static func keepWindowsApart() {
        #if canImport(Glibc)
            _ = mallopt(M_MMAP_THRESHOLD, 64 << 10)
            _ = mallopt(M_ARENA_MAX, 4)
        #endif
    }
}
