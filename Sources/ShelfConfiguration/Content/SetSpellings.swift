import ShelfModel

/// Records where each set name of a catalogue occurs, in order to find names that probably mean the same set. Names
/// that differ only in case or spaces make two different sets, but the rules usually name only one of them.
struct SetSpellings {
    private var places: [String: [Place]] = [:]
    private var order: [String] = []

    mutating func add(_ name: String, at place: Place) {
        if places[name] == nil { order.append(name) }
        places[name, default: []].append(place)
    }

    /// Warns about every place whose spelling differs from the most common one. Surrounding spaces and invisible
    /// characters have already been reported where they occur.
    func check(log: ProblemLog) {
        let names = order.filter { BareText($0).text == $0 }
        let groups = Dictionary(grouping: names, by: Self.key)
        for first in names {
            guard let spellings = groups[Self.key(first)], spellings.count > 1, spellings[0] == first,
                let usual = spellings.max(by: { places[$0, default: []].count < places[$1, default: []].count })
            else { continue }
            let uses = counted(places[usual, default: []].count, "item")
            for name in spellings where name != usual {
                for place in places[name, default: []] {
                    log.warn(
                        place, found: quoted(name), expected: "\(quoted(usual)), as in \(uses)",
                        advice: "as it is, it makes a set of its own")
                }
            }
        }
    }

    /// Warns about a set with a single item whose name is a slip away from that of a set with many.
    func checkLonely(log: ProblemLog) {
        let names = order.filter { BareText($0).text == $0 }
        let large = names.filter { places[$0, default: []].count >= Self.many }
        for name in names.prefix(Self.comparedAtMost) {
            guard let place = places[name]?.first, places[name]?.count == 1,
                let near = NearName.nearest(to: name, among: large), Self.isSlip(of: near, name)
            else { continue }
            log.warn(
                place, found: "\(quoted(name)), a set of one item",
                expected: "\(quoted(near)), as in \(counted(places[near, default: []].count, "item"))",
                advice: "as it is, it makes a set of its own")
        }
    }

    /// Whether two names differ otherwise than in their case, in blanks, which are told already, and in numbers.
    private static func isSlip(of usual: String, _ name: String) -> Bool {
        let (one, other) = (key(usual), key(name))
        return one.filter { !$0.isNumber } != other.filter { !$0.isNumber }
    }

    private static let many = 5
    private static let comparedAtMost = 1000

    private static func key(_ name: String) -> String {
        name.lowercased().filter { !$0.isWhitespace }
    }
}
