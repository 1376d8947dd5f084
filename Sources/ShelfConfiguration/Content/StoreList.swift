import ShelfModel

/// Reads all stores, and checks that no two share an id.
struct StoreList {
    let names: KnownNames
    let zones: ZoneReader
    /// What is planned, by the stores' ids.
    let plans: [String: Field]

    /// How many stores one server may have.
    private static let most = 1000

    /// Returns the stores that could be read.
    func read(_ field: Field?) -> [StoreDraft] {
        guard let field, let elements = field.list(of: "stores") else { return [] }
        guard elements.count <= Self.most else {
            field.log.add(
                field.place, found: "\(elements.count) stores", alike: "too many stores",
                expected: "at most \(Self.most)")
            return []
        }
        var places: [String: Place] = [:]
        return elements.compactMap { element in
            guard !Task.isCancelled, let fields = element.fields(StoreReader.keys) else { return nil }
            let plan = fields["id"]?.scalar.flatMap { plans[$0] }
            let store = StoreReader(fields: fields, names: names, zones: zones, plan: plan).read()
            if let id = fields["id"]?.scalar {
                if let first = places[id] { report(id, fields.place(of: "id"), first, log: fields.log) }
                places[id] = places[id] ?? fields.place(of: "id")
            }
            return store
        }
    }

    private func report(_ id: String, _ place: Place, _ first: Place, log: ProblemLog) {
        log.add(
            place, found: "\(quoted(id)), which is \(first.field) already (\(first.short))", alike: "again",
            expected: "every id once")
    }
}

/// A store that could be read, and the fields it was read from.
struct StoreDraft {
    let store: StoreContent
    let plan: [PlanReader.Draft]
    let fields: Fields
    /// Whether its rules name only sets and items that there are.
    let knowsNames: Bool
}
