import ShelfModel
import ShelfWire
import Yams

/// Reads the `legacy` of the stores in the list of stores, whatever else is wrong with these.
struct LegacyReader {
    /// What the file must not be encrypted with, since other apps than the old clients have them.
    let appSecrets: [String: AppSecret]

    /// Returns the settings by the stores' ids. Reports errors where they can't be read.
    func read(_ stores: Field?) -> [String: LegacySettings] {
        (stores?.elements ?? []).reduce(into: [:]) { read, store in
            guard let mapping = store.node.mapping, let node = mapping[StoreReader.legacy] else { return }
            let line = mapping.first { $0.key.string == StoreReader.legacy }?.key.mark?.line
            let field = Field(node: node, place: store.place.key(StoreReader.legacy, line: line), log: store.log)
            checkLead(mapping["lead"]?.string, field)
            guard let settings = settings(field), let id = mapping["id"]?.string else { return }
            read[id] = settings
        }
    }

    private func settings(_ field: Field) -> LegacySettings? {
        guard let fields = field.fields(["password", "key", "names"]) else { return nil }
        let (key, names) = (key(fields), names(fields["names"]))
        guard let key, let names else { return nil }
        return LegacySettings(key: key, names: names)
    }

    private func key(_ fields: Fields) -> LegacyKey? {
        switch (fields["password"], fields["key"]) {
        case (let password?, nil):
            read(
                password, length: { counted($0.count, "character") },
                expected: "a password of 16 ASCII characters, after which 16 zero bytes follow"
            ) { LegacyKey(password: $0) }
        case (nil, let key?):
            read(
                key, length: { Base64URL.decode($0).map { counted($0.count, "byte") } },
                expected: "32 bytes in base64url, 43 characters without ="
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

    /// No message repeats the value, because it may be a real key with a typing mistake.
    ///
    /// - Parameter length: what can be told of a value instead.
    private func read(
        _ field: Field, length: (String) -> String?, expected: String, _ form: (String) -> LegacyKey?
    ) -> LegacyKey? {
        guard let key = field.scalar.flatMap(form) else {
            field.log.add(
                field.place, found: field.scalar.flatMap(length) ?? "something else", alike: "a key",
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

    private func checkLead(_ text: String?, _ field: Field) {
        let lead = text.map { Form<TimeSpan>.lead.read($0) } ?? StoreReader.usualLead
        // What can't be read is reported with the store.
        guard let lead, lead != StoreReader.prefetchedLead else { return }
        field.log.add(
            field.place, found: "a file for old clients and a lead of \(lead)",
            expected: """
                a lead of \(StoreReader.prefetchedLead), since the file's key opens the next ten minutes, which a \
                sealed store keeps from everyone
                """)
    }

    private func names(_ field: Field?) -> LegacyNames? {
        guard let field else { return LegacyNames() }
        let members = LegacyNames.Member.allCases
        guard let fields = field.fields(members.map(\.rawValue)) else { return nil }
        let before = field.log.errorCount
        var names: [LegacyNames.Member: String] = [:]
        for member in members where fields[member.rawValue] != nil {
            names[member] = fields.read(member.rawValue, .label)
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
