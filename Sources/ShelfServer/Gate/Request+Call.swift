import HTTPTypes
import Hummingbird
import NIOCore
import ShelfWire

extension Call {
    /// A request that the router has.
    init(
        _ request: Request, _ context: ShelfRequestContext, for route: Route, known proof: Proof,
        from addresses: ClientAddresses
    ) {
        let address = addresses.address(of: request, context)
        self.init(
            route, names: Self.texts(context.parameters), query: Self.texts(request.uri.queryParameters),
            token: proof.token, csrfToken: proof.csrfToken, key: request.headers[.idempotencyKey],
            lastEvent: request.headers[.lastEventID], network: Network.of(address), body: CallBody(request),
            name: Name(
                what: "\(request.method) \(request.uri.path)", target: "\(request.method) \(request.uri)",
                address: address, logger: context.logger),
            whenClientGoes: context.whenClientGoes)
    }

    private static func texts(_ parameters: Parameters) -> [String: String] {
        Dictionary(parameters.map { (String($0.key), String($0.value)) }) { first, _ in first }
    }
}

extension CallBody {
    init(_ request: Request) {
        self.init(
            type: request.headers[.contentType], length: request.headers[.contentLength].flatMap { Int($0) },
            read: { try await request.body.collect(upTo: $0) })
    }
}
