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

    private static func edits<Element: Hashable>(from base: [Element], to list: [Element]) -> [Edit<Element>] {
        let difference = list.difference(from: base)
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var (edits, old, new) = ([Edit<Element>](), 0, 0)
        while old < base.count || new < list.count {
            let (first, firstNew) = (old, new)
            while removed.contains(old) { old += 1 }
            while inserted.contains(new) { new += 1 }
            if old > first || new > firstNew {
                edits.append(Edit(range: first..<old, elements: Array(list[firstNew..<new])))
            } else {
                (old, new) = (old + 1, new + 1)
            }
        }
        return edits
    }
}
