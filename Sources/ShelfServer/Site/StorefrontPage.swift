import HTTPTypes
import ShelfEngine
import ShelfModel
import ShelfSite
import ShelfWire
import Synchronization

/// The storefront page. It is written anew when the content, what is said of the stores or a channel of levels has
/// changed, and at each request where the site is read again.
final class StorefrontPage: Sendable {
    private let site: Site
    private let engine: Engine
    private let version: String
    private let storesVersion: StoresVersion
    private let ready = Mutex<Ready?>(nil)

    private struct Ready {
        let changes: Int
        let descriptions: Int
        let packs: Int
        let answer: SiteAnswer
    }

    init(site: Site, engine: Engine, version: String, storesVersion: StoresVersion) {
        self.site = site
        self.engine = engine
        self.version = version
        self.storesVersion = storesVersion
    }

    func answer() throws -> SiteAnswer {
        let (state, descriptions, packs) = (engine.content.state, engine.descriptionsVersion, engine.packs.readings)
        return try ready.withLock { ready in
            if !site.form.isReadAgain, let ready, ready.changes == state.changes, ready.descriptions == descriptions,
                ready.packs == packs
            {
                return ready.answer
            }
            let html = Array(try site.page(context(state, storesVersion.current())).utf8)
            let answer = SiteAnswer(
                html, type: "text/html; charset=utf-8", headers: [.contentSecurityPolicy: PagePolicy.value])
            ready = Ready(changes: state.changes, descriptions: descriptions, packs: packs, answer: answer)
            return answer
        }
    }

    private func context(_ state: ContentHolder.State, _ storesVersion: String) -> StorefrontContext {
        let stores = state.content.stores.filter(\.onPage).map { store in
            let (next, inUse) = (state.appSecrets[store.id]?.text, secretInUse(store.id)?.text)
            return StorefrontContext.Store(
                id: store.id, appSecret: next ?? inUse, appSecretInUse: inUse == next ? nil : inUse)
        }
        let shown = Set(stores.map(\.id))
        return StorefrontContext(
            title: state.content.title, version: version, storesVersion: storesVersion, stores: stores,
            descriptions: engine.descriptions.filter { shown.contains($0.id) },
            levels: levels, hasInvitations: engine.invitations != nil)
    }

    /// The page links to this channel of a few packs only, so that the shelf stays in sight.
    private static let (channel, mostLinks) = ("stable", 3)

    private var levels: [StorefrontContext.Levels] {
        guard let publicKey = engine.packs.publicKey else { return [] }
        return engine.packs.shelf.packs(withPublic: Self.channel).prefix(Self.mostLinks).map {
            StorefrontContext.Levels(
                pack: $0, page: LevelsPage.path(pack: $0, channel: Self.channel, publicKey: publicKey))
        }
    }

    private func secretInUse(_ store: String) -> AppSecret? {
        engine.shelves[store]?.chains.first.flatMap { engine.keyring.appSecret(of: $0.id) }
    }
}
