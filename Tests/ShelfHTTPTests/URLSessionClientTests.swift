import ShelfHTTP
import Testing

@Suite struct `A client on URLSession` {
    @Test(arguments: HTTPClientContract.allCases)
    func `keeps what every client promises`(_ promise: HTTPClientContract) async throws {
        try await promise.check { URLSessionClient(server: $0, nowUs: nowUs) }
    }
}
