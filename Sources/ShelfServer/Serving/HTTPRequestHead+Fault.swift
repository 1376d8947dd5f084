import NIOHTTP1

extension HTTPRequestHead {
    /// What is wrong with the head, as it came from the client (RFC 9112, sections 3.2 and 6.1).
    ///
    /// An absolute URI as the target is refused, although the RFC asks servers to accept it. Only clients of forward
    /// proxies send one, and an attacker could use it to bypass a cache in front that decides by the path.
    var fault: RequestHeadFault? {
        if let fault = RequestHeadFault(target: uri, isOptions: method == .OPTIONS) { return fault }
        let codings = headers[canonicalForm: "transfer-encoding"].map { $0.lowercased() }
        guard codings.isEmpty || codings == ["chunked"] else { return .coding }
        let hosts = headers["host"]
        switch hosts.count {
        case 0: return version == .http1_0 ? nil : .host
        case 1: return HostField.isValid(hosts[0]) ? nil : .host
        default: return .host
        }
    }

    /// The head as the router gets it: the path of one with a fault names the fault, and one that ends the connection
    /// says so in the only way that the router knows.
    var checked: HTTPRequestHead {
        var head = self
        if let fault { head.uri = fault.rawValue }
        if isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
        return head
    }
}
