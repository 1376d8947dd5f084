/// Guesses which known name a person meant.
package enum NearName {
    /// Longer names aren't compared: nobody means them, and each letter of them takes time.
    private static let mostBytes = 512

    /// The name that differs in the fewest letters. Of two that are as near it is the one with the same first letter,
    /// because people seldom get that wrong.
    ///
    /// - Parameter limit: in how many letters it may differ; a third of them unless given.
    package static func nearest(
        to name: String, among known: some Sequence<String>, within limit: Int? = nil
    ) -> String? {
        guard name.utf8.count <= mostBytes else { return nil }
        let letters = Array(name.lowercased())
        guard letters.count <= 64 else { return nil }
        let most = limit ?? max(1, letters.count / 3)
        let near = known.lazy
            .filter { $0.utf8.count <= mostBytes && !isOtherNumber($0, name) }
            .map { (distance: distance(letters, Array($0.lowercased()), most: most), name: $0) }
            .filter { $0.distance <= most }
        return near.min { order($0, letters.first) < order($1, letters.first) }?.name
    }

    /// Whether the names are alike but for their numbers. `item-12` isn't `item-13` misspelt.
    private static func isOtherNumber(_ one: String, _ other: String) -> Bool {
        one != other && one.filter { !$0.isNumber } == other.filter { !$0.isNumber }
    }

    private static func order(_ near: (distance: Int, name: String), _ first: Character?) -> (Int, Int, String) {
        (near.distance, near.name.lowercased().first == first ? 0 : 1, near.name)
    }

    /// The edit distance: how many letters must be changed, added, removed or swapped with a neighbour. A distance
    /// above `most` isn't computed exactly; the result is then just some number above `most`.
    private static func distance(_ left: [Character], _ right: [Character], most: Int) -> Int {
        guard abs(left.count - right.count) <= most else { return most + 1 }
        var before: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var next = [row + 1]
            for column in right.indices {
                let change = last[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(change, last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, before[column - 1] + 1)
                }
                next.append(best)
            }
            (before, last) = (last, next)
        }
        return last[right.count]
    }
}
