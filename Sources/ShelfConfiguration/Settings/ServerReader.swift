/// Reads `server`. Variables of the environment override the file.
struct ServerReader {
    let folder: Folder
    let environment: EnvironmentReader

    /// Returns `nil` and reports errors when something can't be read.
    func read(_ field: Field?, log: ProblemLog) -> ServerSettings? {
        let none = Fields(values: [:], place: Place(file: nil), log: log)
        let keys = ["host", "port", "data", "origins", "behindProxy", "cache", "drain"]
        guard let fields = field.map({ $0.fields(keys) }) ?? none else { return nil }
        let standard = ServerSettings()
        let host = environment.read("HOST", .host, over: fields.read("host", .host, else: standard.host))
        let port = environment.read("PORT", .port, over: fields.read("port", .port, else: standard.port))
        let data = environment.read(
            "DATA", .path, over: fields.read("data", .path, else: standard.data).map(folder.path))
        let origins = origins(fields["origins"])
        let isBehindProxy = fields.read("behindProxy", .flag, else: standard.isBehindProxy)
        let cache = fields.read("cache", .mebibytes, else: standard.cache)
        let drain = fields.read("drain", .drain, else: standard.drain)
        guard let host, let port, let data, let origins, let isBehindProxy, let cache, let drain else { return nil }
        return ServerSettings(
            host: host, port: port, data: data, origins: origins, isBehindProxy: isBehindProxy, cache: cache,
            drain: drain)
    }

    private func origins(_ field: Field?) -> [String]? {
        guard let field else { return [] }
        return field.list(of: "origins", mayBeEmpty: true)?.map { $0.read(.origin) }.allPresent()
    }
}

extension Form<String> {
    static var host: Form {
        Form("a host name or an address of at most 253 characters, such as 127.0.0.1") { written in
            let text = ServerSettings.bareHost(written)
            let isHost = (1...253).contains(text.utf8.count) && text.utf8.allSatisfy(\.isHostByte)
            return isHost ? text : nil
        }
    }

    /// What browsers send in the header `Origin`.
    fileprivate static var origin: Form {
        Form("an origin such as https://game.example or http://127.0.0.1:5173, without a path, or null") { text in
            if text == WebOrigin.none { return text }
            let parts = text.split(separator: "://", maxSplits: 1)
            guard parts.count == 2, ["http", "https"].contains(parts[0]), parts[1].utf8.allSatisfy(\.isHostByte)
            else { return nil }
            return text
        }
    }
}

extension Form<Int> {
    static var port: Form {
        Form("a port from 0 to 65535 (0: any that is free)") { Form<Int>.whole(0...65_535).read($0) }
    }

    fileprivate static var mebibytes: Form {
        Form("a whole number of MiB from 0 to 1048576 (0: no cache)") { Form<Int>.whole(0...1_048_576).read($0) }
    }
}

extension UInt8 {
    fileprivate var isHostByte: Bool {
        isIDByte || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) || ".:[]_%".utf8.contains(self)
    }
}
