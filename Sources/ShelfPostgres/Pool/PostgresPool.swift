import ShelfVault
import Synchronization

/// The connections of one node. Who needs one while all are in use waits in line.
///
/// Reads never take all of them, so that a purchase doesn't wait for a long report.
final class PostgresPool: Sendable {
    private struct Waiting {
        let isReading: Bool
        let turn: CheckedContinuation<Int, Never>
    }

    private struct State {
        var idle: [Int]
        var reading = 0
        var line: [Waiting] = []

        func mayBegin(isReading: Bool) -> Bool { !idle.isEmpty && (!isReading || reading < PostgresPool.mostReading) }

        mutating func begin(isReading: Bool) -> Int {
            reading += isReading ? 1 : 0
            return idle.removeLast()
        }

        /// Those whose turn it is after a connection came back.
        mutating func next() -> (Waiting, Int)? {
            guard let index = line.firstIndex(where: { mayBegin(isReading: $0.isReading) }) else { return nil }
            let waiting = line.remove(at: index)
            return (waiting, begin(isReading: waiting.isReading))
        }
    }

    /// How many connections a node has at most.
    static let most = 8
    static let mostReading = 5

    private let lanes: [PostgresLane]
    private let state = Mutex(State(idle: Array((0..<PostgresPool.most).reversed())))

    init(_ parameters: [String: String], _ seals: ColumnSeals) {
        let dialing = PostgresDialing()
        lanes = (0..<Self.most).map { PostgresLane(parameters, dialing, seals, number: $0) }
    }

    func use<Value: Sendable>(
        reading isReading: Bool, _ body: @escaping @Sendable (PostgresLane) throws -> Value
    ) async throws -> Value {
        let number = await turn(isReading: isReading)
        defer { giveBack(number, isReading: isReading) }
        return try await lanes[number].perform(body)
    }

    private func turn(isReading: Bool) async -> Int {
        await withCheckedContinuation { continuation in
            let number = state.withLock { state -> Int? in
                if state.mayBegin(isReading: isReading) { return state.begin(isReading: isReading) }
                state.line.append(Waiting(isReading: isReading, turn: continuation))
                return nil
            }
            if let number { continuation.resume(returning: number) }
        }
    }

    private func giveBack(_ number: Int, isReading: Bool) {
        let next = state.withLock { state in
            state.idle.append(number)
            state.reading -= isReading ? 1 : 0
            return state.next()
        }
        if let (waiting, number) = next { waiting.turn.resume(returning: number) }
    }
}
