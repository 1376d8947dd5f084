/// Reads all stores, and checks that no two share an id.
struct StoreList {
    let names: KnownNames

    /// Those that can be read, each with where it stands.
    func read(_ field: Field?) -> [StoreDraft] {
        guard let elements = field?.list(of: "stores") else { return [] }
        var places: [String: Place] = [:]
        return elements.compactMap { element in
            guard let fields = element.fields(StoreReader.keys) else { return nil }
            let store = StoreReader(fields: fields, names: names).read()
            if let id = fields["id"]?.scalar {
                if let first = places[id] { report(id, fields.place(of: "id"), first, log: fields.log) }
                places[id] = places[id] ?? fields.place(of: "id")
            }
            return store.map { StoreDraft(store: $0, fields: fields) }
        }
    }

    private func report(_ id: String, _ place: Place, _ first: Place, log: ProblemLog) {
        log.add(
            place, found: "\(quoted(id)), which is \(first.field) already (\(first.short))", expected: "every id once")
    }
}

/// A store that could be read, and where.
struct StoreDraft {
    let store: StoreConfiguration
    let fields: Fields
}
