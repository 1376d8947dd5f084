/// Knows which copies a folder holds, how long each is, and which were used last. It is a pure value.
package struct CopyTable {
    package struct Copy {
        package let length: Int
        /// The file that this process has compared with its name; `nil` before the first comparison.
        package fileprivate(set) var compared: FileStamp?
        fileprivate var lastUse: UInt64
    }

    private var copies: [[UInt8]: Copy] = [:]
    private var removed: Set<[UInt8]> = []
    private var uses: UInt64 = 0
    package private(set) var bytes = 0
    /// How many bytes all copies have at most.
    package let most: Int

    package init(most: Int) { self.most = most }

    /// The table of what lies in a folder already.
    ///
    /// - Parameter found: the earliest first. The latest are kept, as far as there is room.
    /// - Returns: also what has to be deleted.
    package static func fitting(
        _ found: [(digest: [UInt8], length: Int)], most: Int
    ) -> (table: CopyTable, given: [[UInt8]]) {
        var table = CopyTable(most: most)
        var given: [[UInt8]] = []
        for (place, (digest, length)) in found.enumerated().reversed() {
            if table.hasRoom(for: length) {
                table.insert(Copy(length: length, compared: nil, lastUse: UInt64(place)), digest)
            } else {
                given.append(digest)
            }
        }
        table.uses = UInt64(found.count)
        return (table, given)
    }

    /// Looks up a copy, and notes that it was used last.
    package mutating func use(_ digest: [UInt8]) -> Copy? {
        uses += 1
        copies[digest]?.lastUse = uses
        return copies[digest]
    }

    package func has(_ digest: [UInt8]) -> Bool { copies[digest] != nil }

    /// Whether a file of this length can be copied at all.
    package func takes(_ digest: [UInt8], length: Int) -> Bool { length <= most && !removed.contains(digest) }

    /// Whether there is room for a file without giving up others.
    package func hasRoom(for length: Int) -> Bool { bytes + length <= most }

    /// Adds a copy that was compared with its name.
    ///
    /// - Returns: what has to be deleted to make room; `nil` when the file was removed meanwhile, and nothing was
    ///   added.
    package mutating func add(_ digest: [UInt8], length: Int, _ stamp: FileStamp) -> [[UInt8]]? {
        guard takes(digest, length: length) else { return nil }
        uses += 1
        insert(Copy(length: length, compared: stamp, lastUse: uses), digest)
        guard bytes > most else { return [] }
        // Some more than is needed, because each time all copies are put in order.
        let kept = max(length, most - most / 8)
        var given: [[UInt8]] = []
        for (other, _) in copies.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where other != digest {
            guard bytes > kept else { break }
            forget(other)
            given.append(other)
        }
        return given
    }

    package mutating func note(_ stamp: FileStamp, of digest: [UInt8]) { copies[digest]?.compared = stamp }

    mutating func forget(_ digest: [UInt8]) {
        if let copy = copies.removeValue(forKey: digest) { bytes -= copy.length }
    }

    /// Forgets a file for good: it is never copied again.
    ///
    /// - Returns: whether there was a copy.
    package mutating func remove(_ digest: [UInt8]) -> Bool {
        removed.insert(digest)
        defer { forget(digest) }
        return has(digest)
    }

    private mutating func insert(_ copy: Copy, _ digest: [UInt8]) {
        forget(digest)
        copies[digest] = copy
        bytes += copy.length
    }
}
