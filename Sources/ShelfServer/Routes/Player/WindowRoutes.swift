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
            try newest(of: context.parameters.require("store"), request)
        }
        router.get("v1/stores/:store/windows/:sequence") { request, context in
            try await numbered(
                context.parameters.require("sequence"), of: context.parameters.require("store"), request)
        }
    }

    private func newest(of store: String, _ request: Request) throws -> Response {
        guard let window = shelves[store]?.windows.first else { throw Problem.notFound }
        let nextDue = window.issuedAt + .minutes(1)
        let seconds = max(0, (nextDue - timeline.earliest).wholeSeconds)
        return Reply(
            bytes: window.bytes, type: WindowFile.mediaType, caching: "public, max-age=\(seconds)",
            entityTag: window.entityTag
        ).response(to: request)
    }

    private func numbered(_ number: String, of store: String, _ request: Request) async throws -> Response {
        guard let sequence = Int64(number), String(sequence) == number, let published = shelves[store],
            let newest = published.windows.first, sequence <= newest.sequence
        else { throw Problem.notFound }
        if let ready = published.windows.first(where: { $0.sequence == sequence }) {
            return numbered(ready.bytes, ready.digest).response(to: request)
        }
        guard let older = try await available({ try await older.window(of: store, sequence: sequence) }) else {
            throw Problem.notFound
        }
        return numbered(older.bytes, older.digest).response(to: request)
    }

    private func numbered(_ bytes: [UInt8], _ digest: String) -> Reply {
        Reply(
            bytes: bytes, type: WindowFile.mediaType, caching: "public, max-age=3600, immutable",
            entityTag: "\"\(digest)\"")
    }
}
