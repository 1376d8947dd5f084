import ShelfModel
import Yams

/// Reads a file of settings.
struct SettingsReader {
    /// The keys of the file, in the order in which they are explained.
    static let keys = [
        "server", "database", "vault", "clock", "content", "players", "limits", "admin", "desk", "apple", "invitations",
        "appSecrets", "legacy",
    ]
    /// The keys under which secrets stand, by the stores' ids.
    static let secretKeys = ["appSecrets", "legacy"]

    let file: YAMLFile
    let environment: EnvironmentReader
    let secrets: SecretLookup?
    let log: ProblemLog

    private var folder: Folder { Folder(of: file.name) }

    init(file: YAMLFile, environment: [String: String], secrets: SecretLookup?, log: ProblemLog) {
        self.file = file
        self.environment = EnvironmentReader(variables: environment, log: log)
        self.secrets = secrets
        self.log = log
    }

    /// Whether the file says where the content is.
    var namesContent: Bool { file.root.node.mapping?["content"]?.mapping?["file"] != nil }

    /// Reports errors when something can't be read.
    ///
    /// - Returns: the settings, unless something is wrong with them; and where the content is, as far as that can be
    ///   read whatever else is wrong.
    func read() -> (settings: Settings?, content: ContentSettings?) {
        guard let fields = file.root.fields(Self.keys) else { return (nil, nil) }
        let server = ServerReader(folder: folder, environment: environment).read(fields["server"], log: log)
        let uncertainty = uncertainty(fields)
        let content = content(fields["content"])
        let playerReader = PlayerReader(log: log)
        let players = playerReader.settings(fields["players"])
        let limits = playerReader.limits(fields["limits"])
        let database = DatabaseReader(environment: environment, log: log).read(fields["database"])
        let admins = AdminReader.read(fields["admin"])
        let desk = DeskReader(server: server, admins: admins).read(fields["desk"])
        let apple = fields["apple"].flatMap(AppleReader(folder: folder, log: log).read)
        let vault = fields["vault"].flatMap { $0.read(.path) }.map(folder.path)
        let references = VaultReferences(hasVault: vault != nil, lookup: secrets)
        let appSecrets = AppSecretReader.read(references.resolved(fields["appSecrets"]))
        let legacy = LegacyReader(appSecrets: appSecrets ?? [:]).read(references.resolved(fields["legacy"]))
        let invitations = fields.read("invitations", .flag, else: false)
        guard let server, let content, let players, let limits, let admins, let invitations, let appSecrets, let legacy
        else { return (nil, content) }
        let settings = Settings(
            server: server, database: database, vault: vault, clockUncertainty: uncertainty, content: content,
            players: players, limits: limits, admins: admins, desk: desk, apple: apple, invitations: invitations,
            appSecrets: appSecrets, legacy: legacy)
        return (settings, content)
    }

    /// Reads where the content is, whatever else the file says. Returns `nil` and reports errors when that can't be
    /// read.
    func readContent() -> ContentSettings? {
        guard let mapping = file.root.node.mapping, let node = mapping["content"] else { return content(nil) }
        return content(Field(node: node, place: place(of: ["content"]), log: log))
    }

    private func content(_ field: Field?) -> ContentSettings? {
        ContentSettingsReader(folder: folder).read(field)
    }

    private func uncertainty(_ fields: Fields) -> TimeSpan? {
        let clock = fields["clock"].flatMap { $0.fields(["uncertainty"]) }
        return environment.read(
            Self.uncertaintyName, .uncertainty, over: clock.flatMap { $0["uncertainty"] }?.read(.uncertainty))
    }

    private static let uncertaintyName = "CLOCK_UNCERTAINTY"

    /// Where a value is set, or could be.
    ///
    /// - Parameter keys: from the file's own down to the value's.
    func place(of keys: [String]) -> Place {
        if keys == ["clock", "uncertainty"], environment.isSet(Self.uncertaintyName) {
            return environment.place(Self.uncertaintyName)
        }
        return file.root.place(of: keys[...])
    }
}
