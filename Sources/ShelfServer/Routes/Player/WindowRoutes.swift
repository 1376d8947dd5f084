import Hummingbird
import ShelfModel
import ShelfWire

/// Issued windows: the newest, and those before by number.
struct WindowRoutes {
    let shelves: Shelves
    let timeline: Timeline
    let older: OlderWindows

    func add(to router: some RouterMethods<some RequestContext>) {
        router.get("v1/stores/:store/window") { request, context in
            try newest(of: context.parameters.require("store"), earliest: timeline.earliest)
                .reply.response(to: request)
        }
        router.get("v1/stores/:store/windows/:sequence") { request, context in
            try await numbered(
                context.parameters.require("sequence"), of: context.parameters.require("store")
            ).reply.response(to: request)
        }
    }

    func newest(of store: String, earliest: Instant) throws(Problem) -> ReadyReply {
        guard let window = shelves[store]?.windows.first else { throw Problem.notFound }
        return window.newest(at: earliest)
    }

    /// A window by its number, as far as it needn't be read first.
    ///
    /// - Returns: `nil` when it must be.
    func ready(_ number: String, of store: String) throws(Problem) -> ReadyReply? {
        let (sequence, published) = try issued(number, of: store)
        return published.windows.first { $0.sequence == sequence }?.numbered
            ?? older.ready(of: store, sequence: sequence)
    }

    private func numbered(_ number: String, of store: String) async throws -> ReadyReply {
        if let ready = try ready(number, of: store) { return ready }
        let (sequence, _) = try issued(number, of: store)
        guard let older = try await available({ try await older.window(of: store, sequence: sequence) }) else {
            throw Problem.notFound
        }
        return older
    }

    private func issued(_ number: String, of store: String) throws(Problem) -> (Int64, PublishedStore) {
        guard let sequence = Int64(number), String(sequence) == number, let published = shelves[store],
            let newest = published.windows.first, sequence <= newest.sequence
        else { throw Problem.notFound }
        return (sequence, published)
    }
}
