import HTTPTypes
import ShelfConfiguration
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// A browser at the desk: it keeps the cookie and sends what the desk's own page sends.
final class DeskVisitor {
    let origin: String
    private let client: InProcessClient
    /// Name and value; `nil` when signed out.
    var cookie: String?
    var csrfToken: String?

    /// - Parameter address: the desk's origin.
    init(_ server: VirtualServer, at address: String = "https://desk.example.com") throws {
        origin = address
        let authority = String(address.split(separator: "/")[1])
        client = InProcessClient(try #require(server.server.desk).responder, authority: authority)
    }

    /// - Parameter other: fields that replace the page's own; an empty one is left out.
    func send(
        _ path: String, method: HTTPRequest.Method = .get, body: [UInt8] = [], but other: HTTPFields = [:]
    ) async throws -> InProcessClient.Answer {
        var headers: HTTPFields = [.secFetchSite: "same-origin"]
        if method == .post { headers[.origin] = origin }
        headers[.cookie] = cookie
        headers[.csrfToken] = csrfToken
        for field in other { headers[field.name] = field.value.isEmpty ? nil : field.value }
        return try await client.send(path, method: method, headers: headers, body: body)
    }

    @discardableResult
    func signIn(_ asked: DeskSignIn = DeskSignIn(token: "boss")) async throws -> InProcessClient.Answer {
        let answer = try await send("/desk/sign-in", method: .post, body: WireJSON.encode(asked))
        guard answer.status == 200 else { return answer }
        cookie = try #require(answer.headers[.setCookie]).split(separator: ";").first.map(String.init)
        csrfToken = try WireJSON.decode(DeskSessionAnswer.self, answer.body).csrfToken
        return answer
    }
}

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")!
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest")!
    static let csrfToken = HTTPField.Name("X-CSRF-Token")!
}
