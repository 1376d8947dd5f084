import Foundation
import ShelfWire

/// The two files with the player's credential, of which each can replace the other.
///
/// Without the credential the player is lost, with everything that was bought. So a damaged file is restored from the
/// other one and kept aside, and nothing that may still be a credential is ever overwritten.
struct CredentialFiles {
    private struct Content: Codable {
        let credential: String
        /// Shows damage that leaves the file readable. Files of earlier builds have none.
        let fingerprint: String?
    }

    private enum State {
        case missing
        case damaged
        case whole(PlayerCredential)
    }

    private let first: URL
    private let second: URL

    init(in folder: URL) {
        first = folder.appending(path: "player.json")
        second = folder.appending(path: "player-copy.json")
    }

    /// Gives the credential that is kept. When both files are missing, keeps the new one and gives that; when several
    /// processes do so at once, all get the same.
    ///
    /// - Throws: ``PlayerArchiveError/credentialDamaged(_:)`` when there are files, and none can be read.
    func kept(or new: PlayerCredential) throws -> PlayerCredential {
        switch (try state(of: first), try state(of: second)) {
        case (.whole(let credential), .whole): return credential
        case (.whole(let credential), let other): return restore(second, other, from: credential)
        case (let other, .whole(let credential)): return restore(first, other, from: credential)
        case (.missing, .missing): return try make(new)
        case (.damaged, .missing): throw PlayerArchiveError.credentialDamaged([first])
        case (.missing, .damaged): throw PlayerArchiveError.credentialDamaged([second])
        case (.damaged, .damaged): throw PlayerArchiveError.credentialDamaged([first, second])
        }
    }

    private func make(_ new: PlayerCredential) throws -> PlayerCredential {
        let content = try content(of: new)
        guard try DurableFile.create(content, at: first) else { return try kept(or: new) }
        _ = try DurableFile.create(content, at: second)
        return new
    }

    /// Puts the credential into a file that is missing or damaged. When that fails, the other file is still there.
    private func restore(_ file: URL, _ state: State, from credential: PlayerCredential) -> PlayerCredential {
        if case .damaged = state { try? DurableFile.setAside(file) }
        if let content = try? content(of: credential) { _ = try? DurableFile.create(content, at: file) }
        return credential
    }

    private func state(of file: URL) throws -> State {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch CocoaError.fileReadNoSuchFile {
            return .missing
        }
        guard let content = try JSONDecoder.tolerant(Content.self, from: data),
            let credential = PlayerCredential(content.credential),
            content.fingerprint.map({ $0 == credential.fingerprint }) ?? true
        else { return .damaged }
        return .whole(credential)
    }

    private func content(of credential: PlayerCredential) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(Content(credential: credential.text, fingerprint: credential.fingerprint))
    }
}
