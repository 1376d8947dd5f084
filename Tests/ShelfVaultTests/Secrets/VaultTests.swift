import ShelfVault
import Testing

@Suite struct VaultTests {
    private static func vault(_ secrets: [String: String]) throws -> Vault {
        var vault = Vault()
        for (name, secret) in secrets { try vault.add(name, secret) }
        return vault
    }

    @Test func `What is in a vault is in it after it was written and read`() throws {
        let vault = try Self.vault(["bazaar-app": "a/b\n“c”", "desk": "d"])
        #expect(try Vault(bytes: vault.bytes) == vault)
        #expect(vault.names == ["bazaar-app", "desk"])
        #expect(try vault.secret("desk") == "d")
    }

    @Test func `A person can read and write what is sealed`() throws {
        #expect(
            String(decoding: try Self.vault(["desk": "d"]).bytes, as: UTF8.self) == """
                {
                  "format" : "shelflife-vault/1",
                  "secrets" : {
                    "desk" : "d"
                  }
                }

                """)
        let written = #"{"secrets": {"desk": "d"}, "format": "shelflife-vault/1"}"#
        #expect(try Vault(bytes: Array(written.utf8)) == Self.vault(["desk": "d"]))
    }

    @Test func `Nothing is replaced by adding, and nothing added by replacing`() throws {
        var vault = try Self.vault(["desk": "d"])
        #expect(throws: VaultError.alreadyThere("desk")) { try vault.add("desk", "e") }
        #expect(throws: VaultError.missing("desc", nearest: "desk")) { try vault.replace("desc", "e") }
        #expect(throws: VaultError.missing("other", nearest: nil)) { try vault.remove("other") }
        #expect(vault["desk"] == "d")
        try vault.replace("desk", "e")
        #expect(vault["desk"] == "e")
        try vault.remove("desk")
        #expect(vault == Vault())
    }

    @Test(arguments: ["", "A", "-a", ".a", "a b", "a/b", "ä", String(repeating: "a", count: 65)])
    func `A name that could be misread is refused`(name: String) {
        #expect(throws: VaultError.name(name)) { try Self.vault([name: "x"]) }
    }

    @Test(arguments: ["a", "0", "bazaar-app", "a.b_c-9", String(repeating: "a", count: 64)])
    func `Plain names are taken`(name: String) throws {
        #expect(try Self.vault([name: "x"])[name] == "x")
    }

    @Test
    func `An empty secret, one that is too long, and one that doesn't fit any more are refused, and nothing is lost`()
        throws
    {
        var vault = Vault()
        #expect(throws: VaultError.empty("a")) { try vault.add("a", "") }
        let long = String(repeating: "x", count: Vault.secretBytesAtMost)
        #expect(throws: VaultError.tooLong("a", 65_537)) { try vault.add("a", long + "x") }
        for number in 0..<15 { try vault.add("s\(number)", long) }
        let before = vault
        #expect(throws: VaultError.full) { try vault.add("s15", long) }
        #expect(vault == before)
    }

    @Test(arguments: [
        #"{"format": "shelflife-vault/1", "secrets": {"a": "b"}, "note": "keep me"}"#,
        #"{"format": "shelflife-vault/1", "secrets": {"a": "b", "a": "c"}}"#,
        #"{"format": "shelflife-vault/1", "secrets": {"a": "b"}, "secrets": {"c": "d"}}"#,
    ])
    func `What would be lost when the vault is written again is refused`(text: String) {
        #expect(throws: VaultError.otherMembers) { try Vault(bytes: Array(text.utf8)) }
    }

    @Test func `Quotes and backslashes in secrets are none of JSON's`() throws {
        let vault = try Self.vault(["a": #"\"\\"#, "b": "\"", "c": "\\"])
        #expect(try Vault(bytes: vault.bytes) == vault)
    }

    @Test func `A vault that another tool has made too long can be emptied`() throws {
        let secrets = (0..<20).map { #""s\#($0)": "\#(String(repeating: "x", count: 60_000))""# }.joined(
            separator: ", ")
        var vault = try Vault(bytes: Array(#"{"format": "shelflife-vault/1", "secrets": {\#(secrets)}}"#.utf8))
        try vault.remove("s7")
        #expect(try Vault(bytes: vault.bytes) == vault)
        #expect(throws: VaultError.full) { try vault.add("more", "x") }
    }

    @Test func `What is no vault, and a vault of a later version, are told apart`() {
        for text in ["", "[]", "made by age\n", #"{"format": "shelflife-vault/1", "secrets": {"a": 1}}"#] {
            #expect(throws: VaultError.notAVault) { try Vault(bytes: Array(text.utf8)) }
        }
        #expect(throws: VaultError.format("shelflife-vault/2")) {
            try Vault(bytes: Array(#"{"format": "shelflife-vault/2", "secrets": {}}"#.utf8))
        }
    }
}
