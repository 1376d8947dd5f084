/// A path whose answer may be ready.
enum LanePath: Hashable {
    case time
    case stores
    case newest(store: String)
    case numbered(store: String, sequence: String)
    case key(store: String, chain: String, slot: String)
    case keys(store: String)

    /// - Parameter path: without a query.
    /// - Returns: `nil` when it is another path.
    init?(_ path: UnsafeRawBufferPointer) {
        var parts = PathParts(path)
        guard parts.next("v1"), let kind = parts.next() else { return nil }
        switch kind {
        case "time": self = .time
        case "stores": self.init(inStores: &parts)
        default: return nil
        }
        guard parts.isAtEnd else { return nil }
    }

    private init?(inStores parts: inout PathParts) {
        guard let store = parts.next() else {
            self = .stores
            return
        }
        switch parts.next() {
        case "window": self = .newest(store: store)
        case "windows":
            guard let sequence = parts.next() else { return nil }
            self = .numbered(store: store, sequence: sequence)
        case "keys": self.init(inKeysOf: store, &parts)
        default: return nil
        }
    }

    private init?(inKeysOf store: String, _ parts: inout PathParts) {
        guard let chain = parts.next() else {
            self = .keys(store: store)
            return
        }
        guard let slot = parts.next() else { return nil }
        self = .key(store: store, chain: chain, slot: slot)
    }

    var route: LaneRoute {
        switch self {
        case .time: .time
        case .stores: .stores
        case .newest: .newest
        case .numbered: .numbered
        case .key: .key
        case .keys: .keys
        }
    }
}

/// What stands between the slashes of a path.
private struct PathParts {
    private let path: UnsafeRawBufferPointer
    private var position = 0

    init(_ path: UnsafeRawBufferPointer) {
        self.path = path
    }

    var isAtEnd: Bool { position == path.count }

    /// - Returns: `nil` at the end, and where there are two slashes or one at the end.
    mutating func next() -> String? {
        guard position < path.count, path[position] == UInt8(ascii: "/") else { return nil }
        let start = position + 1
        let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
        guard end > start else { return nil }
        position = end
        return String(decoding: path[start..<end], as: UTF8.self)
    }

    mutating func next(_ text: String) -> Bool { next() == text }
}
