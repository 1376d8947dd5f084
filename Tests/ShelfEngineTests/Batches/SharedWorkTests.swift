import ShelfEngine
import Testing

@Suite struct `Work that is shared` {
    @Test func `is done once for all who ask while it is under way, and anew for who asks later`() async throws {
        let work = SharedWork<String, Int>()
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let first = work.task(for: "a") {
            for await _ in gate {}
            return 1
        }
        let second = work.task(for: "a") { 2 }
        #expect(try await work.task(for: "b") { 3 }.value == 3, "other work doesn't wait")
        opening.finish()
        #expect(try await (first.value, second.value) == (1, 1))
        #expect(try await work.task(for: "a") { 4 }.value == 4)
    }

    @Test func `is done anew after it has failed`() async throws {
        struct Fault: Error {}
        let work = SharedWork<String, Int>()
        await #expect(throws: Fault.self) { try await work.task(for: "a") { throw Fault() }.value }
        #expect(try await work.task(for: "a") { 1 }.value == 1)
    }
}
