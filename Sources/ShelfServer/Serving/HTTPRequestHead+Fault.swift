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

    /// The head with its fault, if it has one, as the path.
    var checked: HTTPRequestHead {
        guard let fault else { return self }
        var head = self
        head.uri = fault.rawValue
        return head
    }
}
