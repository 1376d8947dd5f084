import HTTPTypes
import Hummingbird

/// Tells from which address a request came.
struct ClientAddresses: Sendable {
    /// Whether a proxy's `X-Forwarded-For` says it.
    let isBehindProxy: Bool

    /// The network of the client's address.
    func network(of request: Request, _ context: some RemoteAddressRequestContext) -> String {
        Network.of(address(of: request, context))
    }

    /// The client's address. Behind a proxy it is the last entry of `X-Forwarded-For`, which the proxy itself added.
    func address(of request: Request, _ context: some RemoteAddressRequestContext) -> String {
        address(in: request.headers[.xForwardedFor]) ?? context.remoteAddress?.ipAddress ?? ""
    }

    /// The client's address as a proxy gives it.
    ///
    /// - Parameter forwarded: the value of `X-Forwarded-For`.
    /// - Returns: `nil` without a proxy, and where it says nothing.
    func address(in forwarded: String?) -> String? {
        guard isBehindProxy, let last = forwarded?.split(separator: ",").last else { return nil }
        return Network.address(in: last.filter { $0 != " " })
    }
}

extension HTTPField.Name {
    fileprivate static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
}
