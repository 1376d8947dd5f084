import ShelfWire

/// The values in the path of a request, by the names that its route's pattern has for them.
struct PathNames: Sendable {
    private let texts: [String: String]
    private let route: Route

    init(_ texts: [String: String], of route: Route) {
        (self.texts, self.route) = (texts, route)
    }

    /// Checks that each value has the form of its name.
    func check() throws(Problem) {
        for name in texts.keys.sorted() {
            switch Route.form(ofName: name) {
            case .text: break
            case .number: _ = try number(name)
            case .bytes, .digest: _ = try bytes(name)
            case .label: _ = try label(name)
            }
        }
    }

    func text(_ name: String) -> String { texts[name] ?? "" }

    /// - Throws: ``Problem`` for another form than the name's.
    func number(_ name: String) throws(Problem) -> Int64 {
        guard case .number(let range) = Route.form(ofName: name), let number = Int64(plain: text(name)),
            range.contains(number)
        else { throw malformed(name) }
        return number
    }

    /// - Throws: ``Problem`` for another form than the name's.
    func bytes(_ name: String) throws(Problem) -> [UInt8] {
        let (bytes, count) =
            switch Route.form(ofName: name) {
            case .bytes(let count): (Base64URL.decode(text(name)), count)
            default: (Hex.decode(text(name)), 32)
            }
        guard let bytes, bytes.count == count else { throw malformed(name) }
        return bytes
    }

    /// - Throws: ``Problem`` for another form than the name's.
    func label(_ name: String) throws(Problem) -> String {
        let label = text(name)
        let isLabel = label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        guard isLabel, (1...64).contains(label.utf8.count) else { throw malformed(name) }
        return label
    }

    /// A player is answered as of a thing that isn't there. Who makes a thing has to give it a better name.
    private func malformed(_ name: String) -> Problem {
        guard case .admin = route.terms.access else { return .notFound }
        let detail = "In the path, \(name) must be \(Route.form(ofName: name).words)."
        return route.method == .put
            ? .badRequest(detail) : Problem(.notFound, status: 404, title: "Not found", detail: detail)
    }
}

extension FixedWidthInteger {
    /// Reads a number in its plain form only. Returns `nil` for other forms, such as `+1` and `01`.
    init?(plain text: String) {
        guard let number = Self(text), String(number) == text else { return nil }
        self = number
    }
}
