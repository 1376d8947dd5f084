import ArgumentParser
import Foundation
import ShelfWire

/// The keys for verifying and opening windows.
struct KeyOptions: ParsableArguments {
    @Option(help: "Pin this public key (base64url); unless given, the server's word is taken.")
    var key: String?

    @Option(help: "A prefetched store's app secret (base64url); or set SHELFLIFE_APP_SECRET.")
    var appSecret: String?

    var publicKey: PublicKey? {
        get throws {
            guard let key else { return nil }
            guard let read = PublicKey(key) else {
                throw ValidationError("--key wants 32 bytes in base64url, as the server prints it")
            }
            return read
        }
    }

    var secret: AppSecret? {
        get throws {
            let set = ProcessInfo.processInfo.environment["SHELFLIFE_APP_SECRET"].flatMap { $0.isEmpty ? nil : $0 }
            guard let text = appSecret ?? set else { return nil }
            guard let read = AppSecret(text) else {
                throw ValidationError("the app secret must be 32 bytes in base64url, as in the server's configuration")
            }
            return read
        }
    }
}

/// Parses a server's address from the command line.
enum ServerAddress {
    static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
            throw ValidationError("\(text) is no address of a server; write it like http://127.0.0.1:8080")
        }
        return url
    }
}
