/// Guesses which known name a person meant.
enum NearName {
    static func nearest(to name: String, among known: some Sequence<String>) -> String? {
        let letters = Array(name.lowercased())
        guard letters.count <= 64 else { return nil }
        let most = max(1, letters.count / 3)
        let near = known.lazy
            .map { (distance: distance(letters, Array($0.lowercased()), most: most), name: $0) }
            .filter { $0.distance <= most }
        return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
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
