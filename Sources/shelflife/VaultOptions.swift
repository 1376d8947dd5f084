import ArgumentParser
import Foundation
import ShelfTerminal
import ShelfVault

/// The vault's file and its passphrase.
struct VaultOptions: ParsableArguments {
    @Option(help: "The vault's file.", completion: .file())
    var vault = "vault.age"

    @OptionGroup var passphrase: PassphraseOptions

    /// The options for the vault of a configuration.
    static func of(_ path: String) -> VaultOptions {
        var options = VaultOptions()
        options.vault = path
        return options
    }

    /// Opens the vault to read it.
    func open() throws -> Vault {
        CoreDumps.forbid()
        let sealed = try VaultFile(vault).read()
        _ = try form(of: sealed)
        return try opened(sealed, with: passphrase.read("Passphrase of \(vault): "))
    }

    /// Opens the vault, lets `change` change it, and saves it under the same passphrase.
    func change(_ change: (inout Vault) throws -> Void) throws {
        CoreDumps.forbid()
        let file = VaultFile(vault)
        let lock = try file.lock()
        let sealed = try file.read()
        let form = try form(of: sealed)
        let passphrase = try passphrase.read("Passphrase of \(vault): ")
        var open = try opened(sealed, with: passphrase)
        try change(&open)
        try file.save(AgeFile.seal(open.bytes, with: passphrase, in: form), replacing: sealed, holding: lock)
    }

    /// How the file is sealed; what is no file of this kind is told before anybody types a passphrase.
    func form(of sealed: [UInt8]) throws -> AgeFile.Form {
        do { return try AgeFile.Form(of: sealed) } catch { throw UsageError("\(vault): \(error)") }
    }

    func opened(_ sealed: [UInt8], with passphrase: borrowing SecretBytes) throws -> Vault {
        let bytes: [UInt8]
        do { bytes = try AgeFile.open(sealed, with: passphrase) } catch let error as AgeError {
            throw UsageError("\(vault): \(error)")
        }
        do { return try Vault(bytes: bytes) } catch { throw UsageError("\(vault): \(error)") }
    }
}
