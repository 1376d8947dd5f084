import ShelfWire
import Yams

/// Reads `legacy`: the files for old clients by the stores' ids.
///
/// No message repeats what stands there, because it may be a real key with a typing mistake.
struct LegacyReader {
    /// What the file must not be encrypted with, since other apps than the old clients have them.
    let appSecrets: [String: AppSecret]

    private static let keys = ["password", "key", "names"]

    /// Returns `nil` and reports errors when something can't be read.
    func read(_ field: Field?) -> [String: LegacySettings]? {
        guard let field else { return [:] }
        guard field.node.mapping != nil else {
            field.log.add(
                field.place, found: "something else",
                expected: "stores' ids with a password or a key each, such as {main: {password: \"16 characters\"}}")
            return nil
        }
        let read = field.entries(of: "stores")?.map { store, value in settings(value).map { (store, $0) } }.allPresent()
        return read.map { Dictionary($0) { $1 } }
    }

    private func settings(_ field: Field) -> LegacySettings? {
        guard let fields = fields(field) else { return nil }
        let (key, names) = (key(fields), names(fields["names"]))
        guard let key, let names else { return nil }
        return LegacySettings(key: key, names: names)
    }

    private func fields(_ field: Field) -> Fields? {
        guard let mapping = field.node.mapping, mapping.keys.allSatisfy({ Self.keys.contains($0.string ?? "") }) else {
            field.log.add(
                field.place, found: field.node.mapping == nil ? "something else" : "another key, or a missing blank",
                expected: "a mapping such as {password: \"16 ASCII characters\"}, with \(alternatives(Self.keys))")
            return nil
        }
        return field.fields(Self.keys)
    }

    private func key(_ fields: Fields) -> LegacyKey? {
        switch (fields["password"], fields["key"]) {
        case (let password?, nil):
            read(
                password, found: Self.found(inPassword:),
                expected: "a password of 16 ASCII characters, after which 16 zero bytes follow"
            ) { LegacyKey(password: $0) }
        case (nil, let key?):
            read(
                key, found: Self.found(inKey:), expected: "32 bytes in base64url, 43 characters without ="
            ) { LegacyKey($0) }
        case (nil, nil), (_?, _?):
            report(
                fields, found: fields["key"] == nil ? "neither password nor key" : "both password and key",
                expected: "exactly one: password as the first server had it, or key")
        }
    }

    private func report(_ fields: Fields, found: String, expected: String) -> LegacyKey? {
        fields.log.add(fields.place, found: found, expected: expected)
        return nil
    }

    /// - Parameter found: what can be told of a value that isn't right.
    private func read(
        _ field: Field, found: (String) -> String, expected: String, _ form: (String) -> LegacyKey?
    ) -> LegacyKey? {
        guard let key = field.scalar.flatMap(form) else {
            field.log.add(
                field.place, found: field.scalar.map(found) ?? "a list or a mapping", alike: "a key",
                expected: expected)
            return nil
        }
        if let store = appSecrets.keys.sorted().first(where: { appSecrets[$0]?.bytes == key.bytes }) {
            field.log.add(
                field.place, found: "the app secret of \(store)",
                expected: "another key, since everyone who takes an old client apart knows this one")
        }
        return key
    }

    private static func found(inPassword text: String) -> String {
        if !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return "a character that isn't printable ASCII" }
        return counted(text.count, "character")
    }

    private static func found(inKey text: String) -> String {
        if text.count == 64, Hex.decode(text.lowercased()) != nil { return "64 hexadecimal digits" }
        if text.contains(where: { "+/=".contains($0) }) { return "a character of another Base64: +, / or =" }
        return Base64URL.decode(text).map { counted($0.count, "byte") } ?? "something else"
    }

    private func names(_ field: Field?) -> LegacyNames? {
        guard let field else { return LegacyNames() }
        let members = LegacyNames.Member.allCases
        guard let fields = field.fields(members.map(\.rawValue)) else { return nil }
        let before = field.log.errorCount
        var names: [LegacyNames.Member: String] = [:]
        for member in members where fields[member.rawValue] != nil {
            let isQuoted = fields[member.rawValue]?.isQuoted ?? false
            names[member] = fields.read(member.rawValue, isQuoted ? .quotedMemberName : .memberName)
        }
        guard field.log.errorCount == before else { return nil }
        let read = LegacyNames(names)
        for members in [members.prefix(2), members.dropFirst(2)] { checkDifferent(Array(members), read, fields) }
        return field.log.errorCount == before ? read : nil
    }

    /// Checks that no two members of one JSON object have the same name.
    private func checkDifferent(_ members: [LegacyNames.Member], _ names: LegacyNames, _ fields: Fields) {
        var owners: [String: LegacyNames.Member] = [:]
        for member in members {
            guard let name = names[member] else { continue }
            if let owner = owners.updateValue(member, forKey: name) {
                let place = fields.place(of: fields[member.rawValue] == nil ? owner.rawValue : member.rawValue)
                fields.log.add(
                    place, found: "\(quoted(name)), the name of \(owner.rawValue) and of \(member.rawValue)",
                    expected: "a name of its own for each")
            }
        }
    }
}

extension Form<String> {
    /// The name of a member in JSON. Words such as `on` and `off` are names only in quotes.
    fileprivate static var memberName: Form {
        Form("\(quotedMemberName.expected); in quotes if it is a word such as off") { text in
            let isSwitch = ["true", "false", "yes", "no", "on", "off", "null", "~"].contains(text.lowercased())
            return isSwitch ? nil : quotedMemberName.read(text)
        }
    }

    fileprivate static var quotedMemberName: Form {
        Form("the member's name in the file, 1 to 32 characters, such as price") { text in
            text.isReadable && (1...32).contains(text.unicodeScalars.count) ? text : nil
        }
    }
}
