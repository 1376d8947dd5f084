package import ShelfConfiguration
package import ShelfModel
package import ShelfWire

/// Small, complete inputs for tests.
package enum Fixtures {
    /// 2027-01-15 08:00 UTC, a whole minute.
    package static let start = Instant(milliseconds: 1_800_000_000_000)
    package static let appSecret = AppSecret(bytes: [UInt8](repeating: 5, count: 32))!
    /// Of a file for old clients, as the first server had it.
    package static let legacyKey = LegacyKey(password: "sixteen letters!")!

    /// Items in sets of ten, all released long ago.
    package static func catalogue(
        items count: Int = 300, price: Int64 = 10, name: String = "Item", edition: Int64? = nil
    ) -> Catalogue {
        let released = Item.Release.date(CalendarDate(year: 2020, month: 1, day: 1)!)
        return try! Catalogue(
            (0..<count).map {
                Item(
                    id: "item-\($0)", name: "\(name) \($0)", set: "set-\($0 / 10)", released: released,
                    price: price + Int64($0), edition: edition, glyph: "⭐")
            })
    }

    /// A sealed store with four positions.
    package static func sealedStore(id: String = "main", positions: Int = 4) -> StoreContent {
        StoreContent(
            rules: StoreRules(store: id, positions: positions, noRepeat: .minutes(10)), title: "Main",
            columns: min(2, positions))
    }

    /// A prefetched store with six positions and an app secret, not on the page.
    package static func prefetchedStore(id: String = "bazaar", positions: Int = 6) -> StoreContent {
        StoreContent(
            rules: StoreRules(store: id, positions: positions, noRepeat: .minutes(5)), title: "Bazaar",
            columns: min(3, positions), lead: .minutes(10), onPage: false)
    }

    package static func configuration(
        stores: [StoreContent] = [sealedStore(), prefetchedStore()], catalogue: Catalogue = catalogue(),
        appSecrets: [String: AppSecret] = ["bazaar": appSecret], legacy: [String: LegacySettings] = [:]
    ) -> Configuration {
        Configuration(
            settings: Settings(clockUncertainty: .zero, appSecrets: appSecrets, legacy: legacy),
            content: Content(title: "Test", catalogue: catalogue, stores: stores))
    }
}
