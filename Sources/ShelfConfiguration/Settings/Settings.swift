package import ShelfModel
package import ShelfWire

/// What an operator configures: the server's and the desk's addresses, which certificates and tokens it trusts, its
/// limits, and its secrets.
package struct Settings: Sendable {
    package var server: ServerSettings
    /// `nil` for the embedded database in the data folder.
    package var database: DatabaseAddress?
    /// The path of the vault; `nil` where there is none.
    package var vault: String?
    /// How far the server's clock can be from the true time; `nil` means that the kernel is asked.
    package var clockUncertainty: TimeSpan?
    package var content: ContentSettings
    package var players: PlayerSettings
    package var limits: LimitSettings
    package var admins: [AdminToken]
    /// `nil` where the desk is off.
    package var desk: DeskSettings?
    /// `nil` where the server takes nothing from the App Store.
    package var apple: AppleSettings?
    /// Whether players can make matches and invite each other.
    package var invitations: Bool
    /// The secrets of prefetched stores, by the stores' ids. ``appSecrets(for:)`` has those that a content's stores use.
    package var appSecrets: [String: AppSecret]
    /// How prefetched stores' files for old clients are made, by the ids of the stores that have one.
    package var legacy: [String: LegacySettings]

    /// The uncertainty that is assumed when neither the operator nor the kernel states one.
    package static let usualUncertainty = TimeSpan.milliseconds(50)

    package init(
        server: ServerSettings = ServerSettings(), database: DatabaseAddress? = nil, vault: String? = nil,
        clockUncertainty: TimeSpan? = nil, content: ContentSettings = ContentSettings(),
        players: PlayerSettings = PlayerSettings(), limits: LimitSettings = LimitSettings(),
        admins: [AdminToken] = [], desk: DeskSettings? = nil, apple: AppleSettings? = nil, invitations: Bool = false,
        appSecrets: [String: AppSecret] = [:], legacy: [String: LegacySettings] = [:]
    ) {
        self.server = server
        self.database = database
        self.vault = vault
        self.clockUncertainty = clockUncertainty
        self.content = content
        self.players = players
        self.limits = limits
        self.admins = admins
        self.desk = desk
        self.apple = apple
        self.invitations = invitations
        self.appSecrets = appSecrets
        self.legacy = legacy
    }

    /// The keys of the file under which others than `other`'s settings stand, those apart that hold as soon as they are
    /// read: app secrets, tokens, limits and origins.
    package func sections(otherThanIn other: Settings) -> [String] {
        var server = server
        server.origins = other.server.origins
        // Without a token there is no desk.
        let hasDesk = desk != nil && !admins.isEmpty
        let otherHasDesk = other.desk != nil && !other.admins.isEmpty
        return [
            ("server", server == other.server), ("database", database == other.database),
            ("vault", vault == other.vault),
            ("clock", clockUncertainty == other.clockUncertainty), ("content", content == other.content),
            ("players", players == other.players), ("desk", desk == other.desk && hasDesk == otherHasDesk),
            ("apple", apple == other.apple), ("invitations", invitations == other.invitations),
            ("legacy", legacy == other.legacy),
        ].filter { !$0.1 }.map(\.0)
    }
}
