public import Foundation
import ShelfWire

/// What is kept for the next start of the app: the newest window of each store, and what is known of the time.
///
/// Everything that it gives back is checked: a window as one from the network, the time against the device's clocks.
public struct StoreArchive: Sendable {
    package var loadWindow: @Sendable (_ store: String) async -> [UInt8]?
    package var saveWindow: @Sendable (_ store: String, _ window: [UInt8]) async -> Void
    package var loadClock: @Sendable () async -> SavedClock?
    package var saveClock: @Sendable (SavedClock) async -> Void

    package init(
        loadWindow: @escaping @Sendable (_ store: String) async -> [UInt8]?,
        saveWindow: @escaping @Sendable (_ store: String, _ window: [UInt8]) async -> Void,
        loadClock: @escaping @Sendable () async -> SavedClock? = { nil },
        saveClock: @escaping @Sendable (SavedClock) async -> Void = { _ in }
    ) {
        self.loadWindow = loadWindow
        self.saveWindow = saveWindow
        self.loadClock = loadClock
        self.saveClock = saveClock
    }

    /// Keeps nothing.
    public static let none = StoreArchive(loadWindow: { _ in nil }, saveWindow: { _, _ in })

    /// One file for each store and one for the time. When the folder can't be written, the next start is slower, and
    /// nothing else is lost.
    ///
    /// - Parameter folder: it is made when it is missing. Give each server its own.
    public static func folder(_ folder: URL) -> StoreArchive {
        @Sendable func window(_ store: String) -> URL? {
            StoreID.isValid(store) ? folder.appending(path: "\(store).window") : nil
        }
        @Sendable func write(_ data: Data, to file: URL) {
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try? data.write(to: file, options: .atomic)
        }
        let clock = folder.appending(path: "clock.json")
        return StoreArchive(
            loadWindow: { store in window(store).flatMap { try? Data(contentsOf: $0) }.map(Array.init) },
            saveWindow: { store, bytes in
                if let file = window(store) { write(Data(bytes), to: file) }
            },
            loadClock: {
                (try? Data(contentsOf: clock)).flatMap { try? JSONDecoder().decode(SavedClock.self, from: $0) }
            },
            saveClock: { saved in
                if let data = try? JSONEncoder().encode(saved) { write(data, to: clock) }
            })
    }
}
