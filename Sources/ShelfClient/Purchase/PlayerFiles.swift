import Foundation
import ShelfWire

/// The file with the player's credential.
struct CredentialFile {
    private struct Content: Codable {
        let credential: String
    }

    private let file: URL

    init(_ file: URL) {
        self.file = file
    }

    /// What is kept; of several that come at once, one is kept and all get that.
    ///
    /// A damaged file is no player's any more, so another one takes its place.
    func kept(or new: PlayerCredential) throws -> PlayerCredential {
        let content = try JSONEncoder().encode(Content(credential: new.text))
        if try DurableFile.create(content, at: file) { return new }
        let read = try JSONDecoder.tolerant(Content.self, from: Data(contentsOf: file))
        if let kept = read.flatMap({ PlayerCredential($0.credential) }) { return kept }
        try DurableFile.write(content, to: file)
        return new
    }
}

/// The folder with a file for each purchase under way.
struct IntentFolder {
    private let folder: URL

    init(_ folder: URL) {
        self.folder = folder
    }

    func intents() throws -> [PurchaseIntent] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().compactMap(intent)
        } catch CocoaError.fileReadNoSuchFile {
            return []
        }
    }

    func keep(_ intent: PurchaseIntent) throws {
        try DurableFile.write(JSONEncoder().encode(intent), to: file(intent.key))
    }

    func forget(_ key: String) {
        guard PurchaseIntent.isKey(key) else { return }
        try? FileManager.default.removeItem(at: file(key))
    }

    private func file(_ key: String) -> URL { folder.appending(path: "\(key).json") }

    private func intent(_ name: String) throws -> PurchaseIntent? {
        let key = String(name.dropLast(5))
        guard name.hasSuffix(".json"), PurchaseIntent.isKey(key), let data = try read(key),
            let intent = try JSONDecoder.tolerant(PurchaseIntent.self, from: data), intent.key == key
        else { return nil }
        return intent
    }

    /// - Returns: `nil` when it was forgotten meanwhile.
    private func read(_ key: String) throws -> Data? {
        do {
            return try Data(contentsOf: file(key))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        }
    }
}

extension JSONDecoder {
    /// `nil` when it is damaged.
    fileprivate static func tolerant<Value: Decodable>(_: Value.Type, from data: Data) throws -> Value? {
        do {
            return try JSONDecoder().decode(Value.self, from: data)
        } catch is DecodingError {
            return nil
        }
    }
}
