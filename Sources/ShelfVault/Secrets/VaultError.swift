/// Why a vault doesn't do what it is asked.
package enum VaultError: Error, Hashable, CustomStringConvertible {
    case name(String)
    case alreadyThere(String)
    case missing(String, nearest: String?)
    case empty(String)
    case tooLong(String, Int)
    case full
    /// What the file holds is no vault.
    case notAVault
    /// It has members that no vault has, or one twice.
    case otherMembers
    /// A later version of the program wrote it.
    case format(String)

    package var description: String {
        switch self {
        case .name(let name): "“\(name.prefix(80))” can't be a secret's name; expected \(SecretName.expected)"
        case .alreadyThere(let name):
            "the vault has a secret “\(name)” already; `shelflife vault edit \(name)` changes it"
        case .missing(let name, let nearest):
            "the vault has no secret “\(name.prefix(80))”" + (nearest.map { "; did you mean “\($0)”?" } ?? "")
        case .empty(let name): "the secret “\(name)” is empty; expected a text"
        case .tooLong(let name, let bytes):
            "the secret “\(name)” has \(bytes) bytes; at most \(Vault.secretBytesAtMost) are allowed"
        case .full: "a vault has at most \(Vault.bytesAtMost) bytes, and this would make it longer"
        case .notAVault:
            "the passphrase is right, but what the file holds is no vault; expected JSON with the members “format”, a text, and “secrets”, an object of texts"
        case .otherMembers:
            "the vault's JSON has members besides “format” and “secrets”, or a name twice; remove them, since they would be lost"
        case .format(let format):
            "the vault is of the form “\(format.prefix(40))”, which this version of shelflife doesn't read"
        }
    }
}
