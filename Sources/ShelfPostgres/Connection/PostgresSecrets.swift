/// What errors don't show, though libpq or the server may say it: passwords, and the user's name.
struct PostgresSecrets {
    private let texts: [[UInt8]]

    init(of parameters: [String: String]) {
        let passwords = PostgresParameters.secret.compactMap { parameters[$0] }.filter { !$0.isEmpty }
        // A name is often a plain word, and the server has it in quotes.
        let user = parameters["user"].map { "\"\($0)\"" }
        // The longest first, for one may be part of another.
        texts = (passwords + [user].compactMap { $0 }).map { Array($0.utf8) }.sorted { $0.count > $1.count }
    }

    func hidden(in text: String) -> String {
        var bytes = Array(text.utf8)
        for secret in texts { bytes = bytes.replacing(secret, with: Array("(not shown)".utf8)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
