import ShelfModel

/// Reads the parts of a configuration in the order in which they need each other.
struct ConfigurationReader {
    static let keys = ["title", "server", "clock", "catalogue", "stores", "players", "limits", "admin", "apple"]

    let file: String
    let environment: EnvironmentReader
    let now: Instant
    let log: ProblemLog

    init(file: String, environment: [String: String], now: Instant, log: ProblemLog) {
        self.file = file
        self.environment = EnvironmentReader(variables: environment, log: log)
        self.now = now
        self.log = log
    }

    /// `nil`, and problems, when there is no configuration to be had.
    func read() -> Configuration? {
        guard let bytes = FileBytes.read(Place(file: file), path: file, atMost: FileBytes.yamlAtMost, log: log),
            let fields = YAMLSource.root(bytes, file: file, log: log)?.fields(Self.keys)
        else { return nil }
        let title = fields.read("title", .label, else: "Shelflife")
        let server = ServerReader(folder: Folder(of: file), environment: environment).read(fields["server"], log: log)
        let uncertainty = uncertainty(fields)
        let currencies = CurrencyNames(stores: fields["stores"])
        let playerReader = PlayerReader(currencies: currencies, log: log)
        let players = playerReader.settings(fields["players"])
        let limits = playerReader.limits(fields["limits"])
        let admins = AdminReader.read(fields["admin"], log: log)
        let apple = fields["apple"].flatMap(
            AppleReader(folder: Folder(of: file), currencies: currencies, log: log).read)
        let draft = catalogue(fields)
        let stores = stores(fields, names: draft.names)
        check(stores, draft: draft, uncertainty: uncertainty)
        guard let title, let server, let players, let limits, let admins,
            let catalogue = draft.catalogue
        else { return nil }
        return Configuration(
            title: title, server: server, clockUncertainty: uncertainty.span, catalogue: catalogue,
            stores: stores.map(\.store), players: players, limits: limits, admins: admins, apple: apple)
    }

    /// `nil` where nobody has set it.
    private func uncertainty(_ fields: Fields) -> (span: TimeSpan?, place: Place) {
        let name = "CLOCK_UNCERTAINTY"
        let clock = fields["clock"].flatMap { $0.fields(["uncertainty"]) }
        let inFile = clock.flatMap { $0["uncertainty"] }?.read(.span)
        let place = clock?.place(of: "uncertainty") ?? fields.place.key("clock.uncertainty", line: nil)
        return (
            environment.read(name, .span, over: inFile), environment.isSet(name) ? environment.place(name) : place
        )
    }

    private func catalogue(_ fields: Fields) -> CatalogueDraft {
        guard let field = required("catalogue", in: fields, expected: "a list of files"),
            let elements = field.list(of: "files")
        else {
            var draft = CatalogueDraft()
            draft.noteUnreadable()
            return draft
        }
        let names = elements.compactMap { element in element.read(.path).map { ($0, element.place) } }
        let before = log.count
        var draft = CatalogueFiles(folder: Folder(of: file), log: log).read(names)
        draft.isSound = log.count == before && names.count == elements.count
        return draft
    }

    private func stores(_ fields: Fields, names: KnownNames) -> [StoreDraft] {
        StoreList(names: names).read(required("stores", in: fields, expected: "a list of stores"))
    }

    private func required(_ key: String, in fields: Fields, expected: String) -> Field? {
        if let field = fields[key] { return field }
        log.add(fields.place(of: key), found: "nothing", expected: expected)
        return nil
    }

    private func check(_ stores: [StoreDraft], draft: CatalogueDraft, uncertainty: (span: TimeSpan?, place: Place)) {
        let checks = StoreChecks(stores: stores, log: log)
        checks.checkWindows()
        checks.check(uncertainty: uncertainty.span ?? Configuration.usualUncertainty, place: uncertainty.place)
        checks.checkCards(draft.items)
        // A shortage among the items that could be read would say nothing of the catalogue that is meant.
        if draft.isSound, let catalogue = draft.catalogue { checks.checkChoices(catalogue, from: now) }
    }
}
