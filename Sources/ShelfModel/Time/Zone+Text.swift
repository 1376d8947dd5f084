extension Zone: CustomStringConvertible {
    /// Its name, or such as `UTC+05:30`.
    package var description: String { name ?? "UTC\(RFC3339.text(offset: first))" }

    /// Such as `Europe/Berlin, UTC+01:00`.
    package func description(at instant: Instant) -> String {
        name.map { "\($0), UTC\(RFC3339.text(offset: offset(at: instant)))" } ?? description
    }

    /// What the clock does, without the zone's name: the seconds of the first offset, each change as its second since the
    /// epoch and its offset, and the rule as a POSIX TZ string, such as `3600 1774746000:7200 <+0100>-1`.
    package var text: String {
        let known = changes.map { "\($0.at.milliseconds / 1000):\($0.offset.wholeSeconds)" }
        return (["\(first.wholeSeconds)"] + known + ["\(rule)"]).joined(separator: " ")
    }

    /// Reads a ``text``; `nil` where it isn't one.
    package init?(name: String, text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2, let first = Self.offset(words[0]), let rule = ZoneRule(words[words.count - 1].utf8)
        else { return nil }
        let changes = words.dropFirst().dropLast().map(Self.change)
        let known = changes.compactMap(\.self)
        guard known.count == changes.count, zip(known, known.dropFirst()).allSatisfy({ $0.at < $1.at }) else {
            return nil
        }
        self.init(name: name, first: first, changes: known, rule: rule)
    }

    private static func change(_ word: Substring) -> Change? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let second = Int64(parts[0]), abs(second) < 1 << 40, let offset = offset(parts[1])
        else { return nil }
        return Change(at: Instant(milliseconds: second * 1000), offset: offset)
    }

    private static func offset(_ word: Substring) -> TimeSpan? {
        Int64(word).flatMap { (-93_599...93_599).contains($0) ? .seconds($0) : nil }
    }
}

extension Zone {
    /// From when on the clocks of two zones differ; `nil` where they never do from an instant on.
    package func firstDifference(from other: Zone, since instant: Instant = .distantPast) -> Instant? {
        let later = (changes + other.changes).map(\.at).filter { $0 > instant }
        let differing = ([instant] + later.sorted()).first { offset(at: $0) != other.offset(at: $0) }
        return differing ?? (rule == other.rule ? nil : max(instant, Self.kept.upperBound))
    }
}
