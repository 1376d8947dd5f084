import ShelfModel
import Yams

/// Reads the parts of a configuration, each after the parts that it depends on.
struct ConfigurationReader {
    /// The keys of what designers make.
    static let contentKeys = ["title", "catalogue", "stores"]
    /// The keys of a configuration file, in the order in which they are explained.
    static let keys = [
        "title", "server", "database", "vault", "clock", "catalogue", "stores", "players", "limits", "admin", "desk",
        "apple", "invitations",
    ]

    let file: String
    let source: FileSource
    let environment: EnvironmentReader
    let now: Instant
    let published: PublishedContent
    let secrets: SecretLookup?
    let log: ProblemLog

    init(
        file: String, source: FileSource, environment: [String: String], now: Instant, published: PublishedContent,
        secrets: SecretLookup?, log: ProblemLog
    ) {
        self.file = file
        self.source = source
        self.environment = EnvironmentReader(variables: environment, log: log)
        self.now = now
        self.published = published
        self.secrets = secrets
        self.log = log
    }

    /// Returns `nil` and reports errors when the configuration can't be read.
    func read() -> LoadedConfiguration? {
        guard let (bytes, root) = root(), let fields = root.fields(Self.keys) else { return nil }
        let server = server(fields)
        let uncertainty = uncertainty(fields)
        let settings = settings(fields, server: server, uncertainty: uncertainty.span)
        let (content, files, packPaths) = content(fields, uncertainty: uncertainty)
        if files.contains(where: { $0.path == ContentFile.configuration }) {
            log.add(
                fields.place(of: "catalogue"), found: quoted(ContentFile.configuration),
                expected: "another name for a catalogue file, since content versions call the configuration so")
        }
        guard let settings, let content, let part = part(bytes, root) else { return nil }
        return LoadedConfiguration(
            configuration: Configuration(settings: settings, content: content), warnings: log.sorted,
            files: ContentFile.version(of: part, and: files), packPaths: packPaths)
    }

    /// Reads a content version, in which there are no settings and no secrets.
    func readContent() -> Content? {
        guard let (_, root) = root(), let fields = root.fields(Self.contentKeys) else { return nil }
        return content(fields, uncertainty: (nil, fields.place), storeKeys: StoreReader.contentKeys).content
    }

    /// Reads the settings only. Returns `nil` and reports errors when these can't be read; errors of the content don't
    /// matter.
    func readSettings() -> Settings? {
        guard let (_, root) = root() else { return nil }
        let known = root.node.mapping?.keys.compactMap(\.string) ?? []
        guard let fields = root.fields(known) else { return nil }
        return settings(fields, server: server(fields), uncertainty: uncertainty(fields).span)
    }

    private func part(_ bytes: [UInt8], _ root: Field) -> [UInt8]? {
        guard let part = ContentPart.of(bytes, root: root.node) else {
            log.add(
                root.place, found: "a secret that stands in another place too",
                expected: """
                    app secrets in appSecret and old clients' keys in legacy only, since content holds no secrets
                    """)
            return nil
        }
        return part
    }

    private func root() -> (bytes: [UInt8], field: Field)? {
        guard let bytes = source.read(Place(file: file), path: file, atMost: FileBytes.yamlAtMost, log: log),
            let root = YAMLSource.root(bytes, file: file, log: log)
        else { return nil }
        return (bytes, root)
    }

    private func server(_ fields: Fields) -> ServerSettings? {
        ServerReader(folder: Folder(of: file), environment: environment).read(fields["server"], log: log)
    }

    private func settings(_ fields: Fields, server: ServerSettings?, uncertainty: TimeSpan?) -> Settings? {
        let currencies = CurrencyNames(stores: fields["stores"])
        let playerReader = PlayerReader(currencies: currencies, log: log)
        let players = playerReader.settings(fields["players"])
        let limits = playerReader.limits(fields["limits"])
        let database = DatabaseReader(environment: environment, log: log).read(fields["database"])
        let admins = AdminReader.read(fields["admin"])
        let desk = DeskReader(server: server, admins: admins).read(fields["desk"])
        let apple = fields["apple"].flatMap(
            AppleReader(folder: Folder(of: file), currencies: currencies, log: log).read)
        let errors = log.errorCount
        let vault = fields["vault"].flatMap { $0.read(.path) }.map(Folder(of: file).path)
        let stores = VaultReferences(hasVault: vault != nil, lookup: secrets, keys: StoreReader.secretKeys)
            .resolved(fields["stores"])
        guard log.errorCount == errors else { return nil }
        let appSecrets = AppSecretReader.read(stores)
        let legacy = LegacyReader(appSecrets: appSecrets).read(stores)
        let invitations = fields.read("invitations", .flag, else: false)
        guard let server, let players, let limits, let admins, let invitations else { return nil }
        return Settings(
            server: server, database: database, vault: vault, clockUncertainty: uncertainty, players: players,
            limits: limits,
            admins: admins, desk: desk, apple: apple, invitations: invitations, appSecrets: appSecrets, legacy: legacy)
    }

    private func content(
        _ fields: Fields, uncertainty: (span: TimeSpan?, place: Place), storeKeys: [String] = StoreReader.keys
    ) -> (content: Content?, files: [ContentFile], packPaths: [String]) {
        let title = fields.read("title", .label, else: "Shelflife")
        let draft = catalogue(fields)
        let stores = StoreList(names: draft.names, keys: storeKeys)
            .read(required("stores", in: fields, expected: "a list of stores"))
        check(stores, draft: draft, uncertainty: uncertainty)
        let found = PackFolders(folder: Folder(of: file), source: source, log: log).read()
        let files = draft.files + found.list
        guard let title, let catalogue = draft.catalogue, log.errorCount == 0 else { return (nil, files, found.paths) }
        let content = Content(
            title: title, catalogue: catalogue, stores: stores.map(\.store), packs: found.packs)
        return (content, files, found.paths)
    }

    /// Returns the value from the environment or the file, `nil` when neither sets it, and the place where it is or
    /// could be set.
    private func uncertainty(_ fields: Fields) -> (span: TimeSpan?, place: Place) {
        let name = "CLOCK_UNCERTAINTY"
        let clock = fields["clock"].flatMap { $0.fields(["uncertainty"]) }
        let inFile = clock.flatMap { $0["uncertainty"] }?.read(.uncertainty)
        let place = clock?.place(of: "uncertainty") ?? fields.place.key("clock.uncertainty", line: nil)
        return (
            environment.read(name, .uncertainty, over: inFile),
            environment.isSet(name) ? environment.place(name) : place
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
        let before = log.errorCount
        let items = ItemReader(now: now, zone: Self.zone(stores: fields["stores"]))
        let folder = Folder(of: file)
        var draft = CatalogueFiles(folder: folder, source: source, items: items, log: log).read(names)
        PictureFiles(folder: folder, source: source, log: log).give(to: &draft)
        draft.isSound = log.errorCount == before && names.count == elements.count
        return draft
    }

    /// The offset that all stores have; `Z` where they have different ones or none.
    private static func zone(stores: Field?) -> String {
        let offsets = Set(stores?.node.sequence?.map { $0.mapping?["offset"]?.string ?? "Z" } ?? [])
        guard let offset = offsets.first, offsets.count == 1, Form<TimeSpan>.offset.read(offset) ?? .zero != .zero
        else { return "Z" }
        return offset
    }

    private func required(_ key: String, in fields: Fields, expected: String) -> Field? {
        if let field = fields[key] { return field }
        log.add(fields.place(of: key), found: "nothing", expected: expected)
        return nil
    }

    private func check(_ stores: [StoreDraft], draft: CatalogueDraft, uncertainty: (span: TimeSpan?, place: Place)) {
        let checks = StoreChecks(stores: stores, log: log)
        checks.checkWindows()
        checks.check(uncertainty: uncertainty.span ?? Settings.usualUncertainty, place: uncertainty.place)
        checks.checkCards(draft.items)
        // Skip what needs the catalogue when some items can't be read: they would look missing.
        guard draft.isSound, let catalogue = draft.catalogue else { return }
        checks.checkChoices(catalogue, from: now)
        checks.checkPlans(catalogue, from: now, published: published)
    }
}

extension ContentFile {
    /// A version's files, sorted by path.
    fileprivate static func version(of configuration: [UInt8], and catalogue: [ContentFile]) -> [ContentFile] {
        ([ContentFile(path: ContentFile.configuration, bytes: configuration)] + catalogue)
            .sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
    }
}
