/// Puts the changes that two people have made to one list together, as a version control system merges lines.
enum ThreeWayMerge {
    /// Some elements in place of some of the base.
    private struct Edit<Element: Hashable>: Hashable {
        let range: Range<Int>
        let elements: [Element]
    }

    /// Returns the list with both people's changes. Where both have added something at one place, theirs comes first.
    ///
    /// - Parameters:
    ///   - base: what both started from.
    ///   - ours: one person's list.
    ///   - theirs: the other's.
    /// - Returns: `nil` where both have changed the same elements, each in another way.
    static func merged<Element: Hashable>(_ base: [Element], _ ours: [Element], _ theirs: [Element]) -> [Element]? {
        var (own, other) = (edits(from: base, to: ours)[...], edits(from: base, to: theirs)[...])
        var (merged, position) = ([Element](), 0)
        func take(_ edit: Edit<Element>) {
            merged += base[position..<edit.range.lowerBound] + edit.elements
            position = edit.range.upperBound
        }
        while let edit = next(own.first, other.first) {
            if let mine = own.first, let their = other.first, mine != their, touch(mine.range, their.range) {
                return nil
            }
            if own.first == edit { own.removeFirst() }
            if other.first == edit { other.removeFirst() }
            take(edit)
        }
        return merged + base[position...]
    }

    /// The edit that comes first: of two at one place the one that adds, and of two that add theirs.
    private static func next<Element>(_ own: Edit<Element>?, _ other: Edit<Element>?) -> Edit<Element>? {
        guard let own, let other else { return own ?? other }
        let isOwnFirst = (own.range.lowerBound, own.range.upperBound) < (other.range.lowerBound, other.range.upperBound)
        return isOwnFirst ? own : other
    }

    /// Whether two changes meet in one element, or one adds something in the midst of what the other replaces.
    private static func touch(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        one.lowerBound < other.upperBound && other.lowerBound < one.upperBound
    }

    /// What differs between two lists, as patience diff finds it: elements that each of them has once, in the same order
    /// in both, part the lists into pieces, and what differs in a piece is one edit. That takes little more than linear
    /// time, however much differs.
    private static func edits<Element: Hashable>(from base: [Element], to list: [Element]) -> [Edit<Element>] {
        var (edits, old, new) = ([Edit<Element>](), 0, 0)
        for anchor in anchors(base, list) + [(old: base.count, new: list.count)] {
            var (oldEnd, newEnd) = anchor
            while old < oldEnd, new < newEnd, base[old] == list[new] { (old, new) = (old + 1, new + 1) }
            while old < oldEnd, new < newEnd, base[oldEnd - 1] == list[newEnd - 1] {
                (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
            }
            if old < oldEnd || new < newEnd {
                edits.append(Edit(range: old..<oldEnd, elements: Array(list[new..<newEnd])))
            }
            (old, new) = (anchor.old + 1, anchor.new + 1)
        }
        return edits
    }

    /// The longest row of elements that both lists have once, in the same order.
    private static func anchors<Element: Hashable>(
        _ base: [Element], _ list: [Element]
    ) -> [(old: Int, new: Int)] {
        let (before, after) = (places(in: base), places(in: list))
        let pairs = before.compactMap { element, old in after[element].map { (old: old, new: $0) } }
            .sorted { $0.old < $1.old }
        // For each length the row that ends earliest in the list, and for each pair the one before it in its row.
        var (ends, former): ([Int], [Int?]) = ([], [])
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
            }
            former.append(low == 0 ? nil : ends[low - 1])
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var (row, last) = ([(old: Int, new: Int)](), ends.last)
        while let index = last {
            row.append(pairs[index])
            last = former[index]
        }
        return row.reversed()
    }

    /// Where each element is that a list has once.
    private static func places<Element: Hashable>(in list: [Element]) -> [Element: Int] {
        var places: [Element: Int?] = [:]
        for (index, element) in list.enumerated() {
            places.updateValue(places[element] == nil ? index : nil, forKey: element)
        }
        return places.compactMapValues(\.self)
    }
}
