public import Foundation
import ShelfWire

/// Where the newest window of each store waits for the next start of the app.
///
/// What it gives back is checked like any window from the network.
public struct WindowArchive: Sendable {
    public var load: @Sendable (_ store: String) async -> [UInt8]?
    public var save: @Sendable (_ store: String, _ window: [UInt8]) async -> Void

    public init(
        load: @escaping @Sendable (_ store: String) async -> [UInt8]?,
        save: @escaping @Sendable (_ store: String, _ window: [UInt8]) async -> Void
    ) {
        self.load = load
        self.save = save
    }

    /// Keeps nothing.
    public static let none = WindowArchive(load: { _ in nil }, save: { _, _ in })

    /// One file for each store. A folder that can't be written costs a slower start, and nothing else.
    ///
    /// - Parameter folder: it is made when it is missing. Give each server its own.
    public static func folder(_ folder: URL) -> WindowArchive {
        @Sendable func file(_ store: String) -> URL? {
            Store.isID(store) ? folder.appending(path: "\(store).window") : nil
        }
        return WindowArchive(
            load: { store in file(store).flatMap { try? Data(contentsOf: $0) }.map(Array.init) },
            save: { store, window in
                guard let file = file(store) else { return }
                try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try? Data(window).write(to: file, options: .atomic)
            })
    }
}
