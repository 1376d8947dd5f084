/// What a crowd of players did and saw.
struct CrowdTally: Sendable {
    /// How many players have the shelf, and are ready for its changes.
    private(set) var loaded = 0
    /// How many requests were sent, by kind, since it was begun to measure. So are the figures below.
    private(set) var requests: [String: Int] = [:]
    /// How many keys came to players without a request.
    private(set) var pushes = 0
    /// From when a request was due, so that one which had to wait for another is not counted as quick.
    private(set) var longestWaitUs: Int64 = 0
    /// How long after each change the players saw it.
    private(set) var delaysUs: [ShelfChange: [Int64]] = [:]
    /// How long before its change the latest of all keys came to its player; negative for one that came after it.
    private(set) var leastMarginUs: Int64?
    private(set) var faults: [String: Int] = [:]
    /// A window as a player has it.
    private(set) var window: [UInt8]?
    /// The data of each key's event, by its id.
    private(set) var keys: [String: [UInt8]] = [:]
    private var isMeasuring = false
    private var changesByEvent: [String: [ShelfChange]] = [:]

    var seen: Int { delaysUs.values.reduce(0) { $0 + $1.count } }

    /// Begins to measure.
    ///
    /// - Parameter events: the changes that each key is for, by its event's id.
    mutating func begin(_ changes: [ShelfChange], events: [String: [ShelfChange]]) {
        isMeasuring = true
        changesByEvent = events
        delaysUs = Dictionary(uniqueKeysWithValues: changes.map { ($0, []) })
    }

    mutating func load() { loaded += 1 }

    mutating func keep(window bytes: [UInt8]) { window = bytes }

    mutating func send(_ kind: String) {
        if isMeasuring { requests[kind, default: 0] += 1 }
    }

    mutating func answer(afterUs waitUs: Int64) {
        if isMeasuring { longestWaitUs = max(longestWaitUs, waitUs) }
    }

    mutating func fail(_ fault: String) { faults[fault, default: 0] += 1 }

    /// A player sees a change when it knows what is there now, and not before its moment.
    mutating func see(_ change: ShelfChange, atUs: Int64) {
        delaysUs[change]?.append(max(0, atUs - change.atMs * 1000))
    }

    mutating func hear(_ event: String, atUs: Int64, data: () -> [UInt8]) {
        guard let changes = changesByEvent[event] else { return }
        pushes += 1
        if keys[event] == nil { keys[event] = data() }
        for change in changes {
            let marginUs = change.atMs * 1000 - atUs
            leastMarginUs = min(leastMarginUs ?? marginUs, marginUs)
            see(change, atUs: atUs)
        }
    }
}

/// The tally to which the players of one event loop add.
final class CrowdLog {
    var tally = CrowdTally()
}
