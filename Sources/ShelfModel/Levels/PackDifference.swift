/// What differs between two versions of a pack, level by level.
package struct PackDifference: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// The place is counted from 1.
        case added(at: Int)
        case removed(from: Int)
        /// The names of the fields that differ.
        case changed([String])
        /// Among the levels that are in both, it comes at another place of their order.
        case moved(from: Int, to: Int)
    }

    package struct Entry: Hashable, Sendable {
        package let level: String
        package let change: Change
    }

    package struct EngineChange: Hashable, Sendable {
        package let before: Int
        package let after: Int
    }

    /// Of the least engine version; `nil` when it is the same.
    package let engine: EngineChange?
    /// Removed levels by their former place, then the others by their new one. A level may be moved and changed.
    package let entries: [Entry]

    package init(from before: Pack, to after: Pack) {
        engine =
            before.engine == after.engine ? nil : EngineChange(before: before.engine, after: after.engine)
        let old = Dictionary(
            uniqueKeysWithValues: before.levels.enumerated().map { ($1.id, (place: $0 + 1, level: $1)) })
        let ids = Set(after.levels.map(\.id))
        var entries = before.levels.enumerated().filter { !ids.contains($1.id) }.map {
            Entry(level: $1.id, change: .removed(from: $0 + 1))
        }
        let staying = Self.longestRise(after.levels.compactMap { old[$0.id]?.place })
        for (index, level) in after.levels.enumerated() {
            guard let (place, former) = old[level.id] else {
                entries.append(Entry(level: level.id, change: .added(at: index + 1)))
                continue
            }
            if !staying.contains(place) {
                entries.append(Entry(level: level.id, change: .moved(from: place, to: index + 1)))
            }
            let fields = Self.fields(former, level)
            if !fields.isEmpty { entries.append(Entry(level: level.id, change: .changed(fields))) }
        }
        self.entries = entries
    }

    private static func fields(_ one: Level, _ other: Level) -> [String] {
        let differ = [
            ("title", !areSame(one.title, other.title)), ("author", !areSame(one.author, other.author)),
            ("tags", one.tags != other.tags), ("background", !areSame(one.background, other.background)),
            ("map", one.map != other.map),
        ]
        return differ.filter(\.1).map(\.0)
    }

    /// Whether both have the same bytes. Swift's `==` also takes another Unicode form for the same.
    private static func areSame(_ one: String?, _ other: String?) -> Bool {
        one.map { Array($0.utf8) } == other.map { Array($0.utf8) }
    }

    /// The longest rising part of a sequence (patience sorting), so that the fewest levels count as moved.
    private static func longestRise(_ places: [Int]) -> Set<Int> {
        var (ends, before) = ([Int](), [Int: Int]())
        for place in places {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if ends[middle] < place { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[place] = ends[low - 1] }
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var (rise, next) = (Set<Int>(), ends.last)
        while let place = next {
            rise.insert(place)
            next = before[place]
        }
        return rise
    }
}
