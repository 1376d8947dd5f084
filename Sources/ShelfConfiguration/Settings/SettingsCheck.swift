import ShelfAppStore
package import ShelfModel
package import ShelfWire

/// Checks what settings say of stores against content.
///
/// Settings and content are changed by different people at different times, so nothing here is an error: what doesn't
/// fit isn't used.
struct SettingsCheck {
    let settings: Settings
    let content: Content
    /// Where a value is set, by its keys.
    let place: ([String]) -> Place
    let log: ProblemLog

    /// Checks all of it.
    func check() {
        checkWhatHolds()
        for store in settings.appSecrets.keys.sorted() { check(store, in: "appSecrets", named: "app secret") }
        for store in settings.legacy.keys.sorted() { check(store, in: "legacy", named: "file for old clients") }
    }

    /// Checks what concerns everybody who changes content: currencies, and the clock.
    func checkWhatHolds() {
        checkCurrencies()
        checkUncertainty()
    }

    private func checkCurrencies() {
        let known = Set(content.stores.map(\.currency))
        for name in settings.players.welcome.keys.sorted() {
            check(name, at: ["players", "welcome"], known, consequence: "it isn't given")
        }
        let products = settings.apple?.products ?? [:]
        for (product, worth) in products.sorted(by: { $0.key < $1.key }) {
            check(
                worth.currency, at: ["apple", "products", product], known,
                consequence: "it is credited, and nothing can be bought with it")
        }
    }

    private func check(_ currency: String, at keys: [String], _ known: Set<String>, consequence: String) {
        guard !known.contains(currency) else { return }
        let guess = log.advice(currency, among: known)
        log.warn(
            place(keys).line(of: place(keys + [currency])), found: "the currency \(quoted(currency))",
            alike: "unknown",
            expected: "one of the stores': \(known.sorted().prefix(20).map(readable).joined(separator: ", "))",
            advice: [guess, consequence].compactMap(\.self).joined(separator: "; "))
    }

    /// Checks the clock's uncertainty against the leads. A key is published one lead before its listing starts. If the
    /// clock may be wrong by more than half a lead, a key could arrive too early, or after its listing has started.
    private func checkUncertainty() {
        let uncertainty = settings.clockUncertainty ?? Settings.usualUncertainty
        guard let shortest = content.stores.min(by: { $0.lead < $1.lead }),
            uncertainty.milliseconds * 2 > shortest.lead.milliseconds
        else { return }
        log.warn(
            place(["clock", "uncertainty"]), found: "\(uncertainty)",
            expected: "at most half the shortest lead, which is \(shortest.lead) in \(shortest.id)",
            advice: "have a better clock or a longer lead")
    }

    private func check(_ id: String, in key: String, named what: String) {
        guard let store = content[store: id] else {
            return log.warn(
                place([key, id]), found: "no store \(quoted(id)), so this \(what) isn't used",
                alike: "no store", expected: "the id of a store",
                advice: log.advice(id, among: content.stores.map(\.id)))
        }
        guard store.lead != StoreContent.prefetchedLead else { return }
        log.warn(
            place([key, id]), found: "a sealed store with a lead of \(store.lead), so this \(what) isn't used",
            alike: "sealed", expected: "a prefetched store with a lead of \(StoreContent.prefetchedLead)")
    }
}

extension Settings {
    /// What of these settings doesn't fit a content that is to take effect: currencies, and the clock's uncertainty. They
    /// go on to hold, as far as they fit.
    package func warnings(about content: Content) -> [ConfigurationProblem] {
        let log = ProblemLog(file: "")
        func place(_ keys: [String]) -> Place { Place(file: nil, field: keys.joined(separator: ".")) }
        SettingsCheck(settings: self, content: content, place: place, log: log).checkWhatHolds()
        return log.sorted
    }

    /// The app secrets of a content's stores, by their ids. A sealed store has none: its keys are its secret.
    package func appSecrets(for content: Content) -> [String: AppSecret] {
        appSecrets.filter { content[store: $0.key]?.lead == StoreContent.prefetchedLead }
    }
}
