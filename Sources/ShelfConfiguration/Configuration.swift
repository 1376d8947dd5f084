package import ShelfModel

/// Everything that a server is told: its settings, its catalogue and its stores, checked and complete.
package struct Configuration: Sendable {
    package var title: String
    package var server: ServerSettings
    /// How far the server's clock can be from the true time; `nil` leaves it to the kernel to say.
    package var clockUncertainty: TimeSpan?
    package var catalogue: Catalogue
    /// In the order of the file, which is the order of a page's tabs.
    package var stores: [StoreConfiguration]
    package var players: PlayerSettings
    package var limits: LimitSettings
    package var admins: [AdminToken]
    /// `nil` where the server takes nothing from the App Store.
    package var apple: AppleSettings?

    /// What a server takes where nobody has said how good its clock is, nor the kernel knows.
    package static let usualUncertainty = TimeSpan.milliseconds(50)

    package init(
        title: String, server: ServerSettings, clockUncertainty: TimeSpan?, catalogue: Catalogue,
        stores: [StoreConfiguration], players: PlayerSettings = PlayerSettings(),
        limits: LimitSettings = LimitSettings(), admins: [AdminToken] = [],
        apple: AppleSettings? = nil
    ) {
        self.title = title
        self.server = server
        self.clockUncertainty = clockUncertainty
        self.catalogue = catalogue
        self.stores = stores
        self.players = players
        self.limits = limits
        self.admins = admins
        self.apple = apple
    }
}
