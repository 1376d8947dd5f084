import ShelfModel
import ShelfWire

extension ContentPublicationAnswer {
    /// What a person should know after a publication.
    var lines: [String] {
        let from = RFC3339.text(Instant(milliseconds: version.fromMs))
        // What isn't scheduled takes effect within a moment, since its instant is the same for every server.
        let isScheduled = version.fromMs > version.atMs + 1000
        let what =
            isNew
            ? "Version \(version.number) is \(isScheduled ? "scheduled: in force" : "in force") from \(from)."
            : "This is version \(version.number) already, in force from \(from)."
        let stores = stores.map { store in
            let until = RFC3339.text(Instant(milliseconds: store.drawnUntilMs))
            return isScheduled
                ? "  \(store.store): shows it from about \(until) on"
                : "  \(store.store): what it shows until \(until) is published and stays"
        }
        let next = next.map { next in
            "Version \(next.number) takes its place at \(RFC3339.text(Instant(milliseconds: next.fromMs)))."
        }
        return warnings.map(\.text) + [what] + stores + [next].compactMap(\.self)
    }
}
