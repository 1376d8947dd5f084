import ShelfHTTP
import Testing

@Suite struct `A client on URLSession` {
    @Test("keeps what every client promises", arguments: HTTPClientContract.allCases)
    func contract(_ promise: HTTPClientContract) async throws {
        try await promise.check { URLSessionClient(server: $0, nowUs: nowUs) }
    }
}
