package import ShelfModel
package import ShelfWire
import Yams

extension PlannedAppearanceMessage {
    package init(_ appearance: PlannedAppearance) {
        let within = appearance.within > .zero ? "\(appearance.within)" : nil
        let (position, length) = (appearance.position.map { $0 + 1 }, "\(appearance.length)")
        switch appearance.times {
        case .once(let date, let time):
            self.init(
                item: appearance.item, position: position, from: "\(date)T\(time)", length: length, within: within)
        case .weekly(let weekly):
            let isDaily = weekly.days.count == Weekday.allCases.count
            self.init(
                item: appearance.item, position: position, from: weekly.from?.description,
                at: weekly.times.map(\.description),
                days: isDaily ? nil : Weekday.allCases.filter(weekly.days.contains).map(\.name),
                until: weekly.until?.description, length: length, within: within)
        }
    }

    /// As the file of the plan has it.
    fileprivate var node: Node {
        func list(_ texts: [String]) -> Node { Node(texts.map { Node($0) }) }
        let texts: [(String, String?)] = [
            ("item", item), ("position", position.map { "\($0)" }), ("from", from), ("until", until), ("for", length),
            ("within", within),
        ]
        let lists = [("at", at), ("days", days)]
        return Node(
            texts.compactMap { key, text in text.map { (Node(key), Node($0)) } }
                + lists.compactMap { key, texts in texts.map { (Node(key), list($0)) } })
    }
}

extension PlannedAppearance {
    /// Reads an appearance by the rules of the file of the plan.
    ///
    /// - Parameter zone: the store's.
    /// - Throws: everything that is wrong with it.
    package init(_ message: PlannedAppearanceMessage, in zone: Zone) throws(ConfigurationProblems) {
        let log = ProblemLog(file: "")
        let read = PlanReader.appearance(
            Field(node: message.node, place: Place(file: nil, field: "appearance"), log: log), in: zone)
        guard let read else { throw ConfigurationProblems(log.sorted) }
        self = read.appearance
    }
}
