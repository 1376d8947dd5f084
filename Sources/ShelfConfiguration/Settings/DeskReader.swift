/// Reads `desk`.
struct DeskReader {
    /// Where players ask; the desk must have a port of its own.
    let server: ServerSettings?
    let admins: [AdminToken]?

    /// - Returns: `nil` where the desk is off. Reports errors when something can't be read.
    func read(_ field: Field?) -> DeskSettings? {
        guard let field, let fields = field.fields(["host", "port", "origin"]) else { return nil }
        let standard = DeskSettings()
        let host = fields.read("host", .host, else: standard.host)
        let port = fields.read("port", .port, else: standard.port)
        let origin = fields.read("origin", Form<WebOrigin>.deskOrigin.optional, else: standard.origin)
        guard let host, let port, let origin else { return nil }
        let settings = DeskSettings(host: host, port: port, origin: origin)
        check(settings, fields)
        guard admins?.isEmpty != true else {
            field.log.warn(
                field.place, found: "no admin.tokens", expected: "a token to sign in with; until then the desk is off")
            return nil
        }
        return settings
    }

    private func check(_ desk: DeskSettings, _ fields: Fields) {
        if desk.port != 0, desk.port == server?.port {
            fields.log.add(
                fields.place(of: "port"), found: "\(desk.port), the port of server.port",
                expected: "a port of its own, so that no script of the storefront can read the desk")
        }
        if desk.origin == nil, !WebOrigin.isLoopback(desk.host) {
            fields.log.add(
                fields.place(of: "origin"), found: "nothing",
                expected: "the proxy's origin, such as https://desk.example.com, since host isn't loopback")
        }
    }
}

extension Form<WebOrigin> {
    fileprivate static var deskOrigin: Form {
        Form("an origin such as https://desk.example.com without a path; http:// only on loopback") { text in
            WebOrigin(text).flatMap { $0.isSecure || $0.isLoopback ? $0 : nil }
        }
    }
}
