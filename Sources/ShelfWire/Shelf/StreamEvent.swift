/// One event on a store's key stream.
package enum StreamEvent: Hashable, Sendable {
    case key(KeyEvent)
    /// News of one listing. Check who has signed it.
    case notice(SignedNotice)
    /// Names what the server says of its stores at present. Another version means that `/v1/stores`, or what the
    /// server's own page knows, may say something else than before.
    case stores(version: String)
    /// The window with this sequence has other columns than the one before.
    case window(sequence: Int64)
    /// The store is closed: the server has it no longer.
    case gone
    /// Whether the store is paused, so that nothing of it is sold. It is sent when that changes, and at the beginning of
    /// a stream of a store that was ever paused.
    case paused(Bool)
}

extension StreamEvent {
    private struct Stores: Codable { let version: String }
    private struct Window: Codable { let sequence: Int64 }
    private struct Gone: Codable {}
    private struct Paused: Codable { let paused: Bool }

    /// The event's `event:` line.
    package var name: String {
        switch self {
        case .key: "key"
        case .notice: "notice"
        case .stores: "stores"
        case .window: "window"
        case .gone: "gone"
        case .paused: "paused"
        }
    }

    /// The event's `data:` line.
    package func data() throws -> [UInt8] {
        switch self {
        case .key(let event): try WireJSON.encode(event)
        case .notice(let notice): try WireJSON.encode(notice)
        case .stores(let version): try WireJSON.encode(Stores(version: version))
        case .window(let sequence): try WireJSON.encode(Window(sequence: sequence))
        case .gone: try WireJSON.encode(Gone())
        case .paused(let isPaused): try WireJSON.encode(Paused(paused: isPaused))
        }
    }

    /// - Returns: `nil` for an event that this version doesn't know.
    /// - Throws: the decoder's error.
    package init?(name: String, data: some Sequence<UInt8>) throws {
        switch name {
        case "key": self = .key(try WireJSON.decode(KeyEvent.self, data))
        case "notice": self = .notice(try WireJSON.decode(SignedNotice.self, data))
        case "stores": self = .stores(version: try WireJSON.decode(Stores.self, data).version)
        case "window": self = .window(sequence: try WireJSON.decode(Window.self, data).sequence)
        case "gone": self = .gone
        case "paused": self = .paused(try WireJSON.decode(Paused.self, data).paused)
        default: return nil
        }
    }
}
