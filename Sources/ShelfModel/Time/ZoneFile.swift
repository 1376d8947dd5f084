/// A zone file of a system (TZif, RFC 9636). It has the changes of the offset, and a rule for the time after the last.
package struct ZoneFile: Hashable, Sendable {
    /// Local time minus UTC before the first of ``changes``.
    let first: TimeSpan
    /// In order. The offset may stay the same at one.
    let changes: [Zone.Change]
    /// What holds after the last of ``changes``.
    let rule: ZoneRule

    /// How long a file may be. The longest of the time zone database has 4 kB.
    package static let bytesAtMost = 64 << 10

    /// What is wrong with a file.
    package enum Fault: Error, Hashable, Sendable {
        case noZoneFile
        /// It is of version 1, which has no rule.
        case noRule
        /// It counts leap seconds, which UTC as computers keep it doesn't.
        case leapSeconds
        /// Its length or its numbers contradict each other.
        case damaged
    }

    /// - Throws: ``Fault``, unless the file is of version 2 or later and sound in all of its parts.
    package init(_ bytes: [UInt8]) throws(Fault) {
        var reader = Reader(rest: bytes[...])
        let former = try reader.header(orElse: .noZoneFile)
        guard former.version >= UInt8(ascii: "2") else { throw .noRule }
        _ = try reader.take(former.bytes(ofTime: 4))
        let counts = try reader.header(orElse: .damaged)
        guard counts.leaps == 0 else { throw .leapSeconds }
        guard counts.types > 0, counts.types <= 256, [0, counts.types].contains(counts.standards),
            [0, counts.types].contains(counts.universals)
        else { throw .damaged }
        var times: [Int64] = []
        for _ in 0..<counts.times { times.append(Int64(truncatingIfNeeded: try reader.number(bytes: 8))) }
        let kinds = try reader.take(counts.times).map { Int($0) }
        var offsets: [TimeSpan] = []
        for _ in 0..<counts.types {
            let offset = Int32(truncatingIfNeeded: try reader.number(bytes: 4))
            let (isSaving, name) = (try reader.number(bytes: 1), try reader.number(bytes: 1))
            guard (-89_999...93_599).contains(offset), isSaving <= 1, name < counts.letters else { throw .damaged }
            offsets.append(.seconds(offset))
        }
        _ = try reader.take(counts.letters + counts.standards + counts.universals)
        rule = try reader.footer()
        guard kinds.allSatisfy(offsets.indices.contains), zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }),
            times.allSatisfy({ Self.times.contains($0) })
        else { throw .damaged }
        first = offsets[0]
        changes = zip(times, kinds).map { Zone.Change(at: Self.instant($0), offset: offsets[$1]) }
    }

    /// Seconds from the epoch. `zic` may write -2^59, for the Big Bang.
    private static let times: ClosedRange<Int64> = -1 << 59...1 << 59

    /// No earlier and no later than any instant that is reckoned with.
    private static func instant(_ seconds: Int64) -> Instant {
        let most = Instant.distantFuture.milliseconds / 1000
        return Instant(milliseconds: min(max(seconds, -most), most) * 1000)
    }

    /// How much there is of each part.
    private struct Counts {
        let version: UInt8
        let universals, standards, leaps, times, types, letters: Int

        func bytes(ofTime size: Int) -> Int {
            times * (size + 1) + types * 6 + letters + leaps * (size + 4) + standards + universals
        }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func take(_ count: Int) throws(Fault) -> ArraySlice<UInt8> {
            guard count <= rest.count else { throw .damaged }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        /// The highest byte comes first.
        mutating func number(bytes: Int) throws(Fault) -> UInt64 { try take(bytes).reduce(0) { $0 << 8 | UInt64($1) } }

        mutating func header(orElse fault: Fault) throws(Fault) -> Counts {
            guard rest.starts(with: "TZif".utf8) else { throw fault }
            _ = try take(4)
            guard let version = try take(16).first else { throw .damaged }
            var counts: [Int] = []
            for _ in 0..<6 {
                let count = Int(try number(bytes: 4))
                guard count <= ZoneFile.bytesAtMost else { throw .damaged }
                counts.append(count)
            }
            return Counts(
                version: version, universals: counts[0], standards: counts[1], leaps: counts[2], times: counts[3],
                types: counts[4], letters: counts[5])
        }

        /// The rest of the file: a line between two line feeds.
        mutating func footer() throws(Fault) -> ZoneRule {
            let feed = UInt8(ascii: "\n")
            guard rest.count >= 2, rest.first == feed, rest.last == feed else { throw .damaged }
            let line = rest.dropFirst().dropLast()
            guard !line.isEmpty else { throw .noRule }
            guard let rule = ZoneRule(line) else { throw .damaged }
            return rule
        }
    }
}

extension ZoneFile.Fault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noZoneFile: "no zone file"
        case .noRule: "a zone file without a rule for the time after its last change"
        case .leapSeconds: "a zone file that counts leap seconds"
        case .damaged: "a damaged zone file"
        }
    }
}
