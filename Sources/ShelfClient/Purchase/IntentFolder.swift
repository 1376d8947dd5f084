import Foundation
import ShelfWire

/// The folder with a file for each purchase that is not answered yet.
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

    /// - Returns: `nil` when the intent was forgotten meanwhile.
    private func read(_ key: String) throws -> Data? {
        do {
            return try Data(contentsOf: file(key))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        }
    }
}
