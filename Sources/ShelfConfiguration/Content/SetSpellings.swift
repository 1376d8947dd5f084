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

    private static func key(_ name: String) -> String {
        name.lowercased().filter { !$0.isWhitespace }
    }
}
