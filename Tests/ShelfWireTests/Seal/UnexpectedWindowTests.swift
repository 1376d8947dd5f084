import ShelfModel
import ShelfWire
import Testing

/// Sound windows that are not what the reader asked for.
@Suite struct UnexpectedWindowTests {
    static let issuedAt = Workshop.issuedAt
    static let sequence = WindowHeader.sequence(at: issuedAt)

    static func refusal(_ change: (inout WindowFile.Expectations) -> Void) -> WindowError? {
        var expecting = Workshop.expectations
        change(&expecting)
        return Workshop.refusal(expecting: expecting) { _ in }
    }

    @Test func `another store's window is refused`() {
        #expect(Self.refusal { $0.store = "bazaar" } == .store)
    }

    @Test func `an older window is refused, the same one is not`() {
        #expect(Self.refusal { $0.sequence = Self.sequence + 1 } == .sequence)
        #expect(Self.refusal { $0.sequence = Self.sequence } == nil)
        #expect(Self.refusal { $0.sequence = Self.sequence - 1 } == nil)
    }

    @Test func `a window of an earlier incarnation is refused, whatever its number and its time`() {
        let (begun, minute) = (Self.issuedAt - .minutes(2), TimeSpan.minutes(1))
        func refusal(_ own: Instant?, known: Instant, sequence: Int64) -> WindowError? {
            var expecting = Workshop.expectations
            (expecting.incarnation, expecting.sequence) = (known, sequence)
            return Workshop.refusal(expecting: expecting) { $0.header["incarnationMs"] = own?.milliseconds }
        }
        #expect(refusal(nil, known: begun, sequence: 0) == .incarnation)
        #expect(refusal(begun - minute, known: begun, sequence: 0) == .incarnation)
        #expect(refusal(begun, known: begun, sequence: 0) == nil)
        #expect(refusal(begun, known: begun, sequence: Self.sequence + 1) == .sequence)
        #expect(refusal(begun, known: begun - minute, sequence: Self.sequence + 1) == nil, "its numbers begin anew")
        #expect(refusal(begun, known: .distantPast, sequence: Self.sequence + 1) == nil)
    }

    @Test func `an incarnation begins with a whole minute, and not after the window`() {
        func refusal(_ ms: Int64) -> WindowError? {
            Workshop.refusal(expecting: Workshop.expectations) { $0.header["incarnationMs"] = ms }
        }
        let issued = Self.issuedAt.milliseconds
        #expect(refusal(issued) == nil)
        for ms in [issued + 60_000, issued - 1, -60_000] { #expect(refusal(ms) == .header) }
    }

    @Test func `a window from the future is refused, if it is so past all doubt`() {
        let early = Self.issuedAt - .seconds(2)
        #expect(Self.refusal { $0.now = early...early } == nil)
        #expect(Self.refusal { $0.now = early - .milliseconds(1)...early - .milliseconds(1) } == .time)
        #expect(Self.refusal { $0.now = early - .hours(1)...early } == nil)
    }

    @Test func `a window that is over is refused, if it is so past all doubt`() {
        let end = Self.issuedAt + .minutes(10)
        #expect(Self.refusal { $0.now = end...end } == .time)
        #expect(Self.refusal { $0.now = end - .milliseconds(1)...end + .hours(1) } == nil)
    }

    @Test func `without an estimate of the time any time will do`() {
        #expect(Self.refusal { $0.now = nil } == nil)
    }

    @Test func `a chain that is known with other values is refused`() {
        let known = Workshop.chain(1)
        let others = [
            Chain(id: known.id, epochMs: known.epochMs - 1000, slots: 3600, anchor: known.anchor, leadMs: 300),
            Chain(id: known.id, epochMs: known.epochMs, slots: 3601, anchor: known.anchor, leadMs: 300),
            Chain(id: known.id, epochMs: known.epochMs, slots: 3600, anchor: Workshop.top(2), leadMs: 300),
            Chain(id: known.id, epochMs: known.epochMs, slots: 3600, anchor: known.anchor, leadMs: 301),
        ]
        for other in others { #expect(Self.refusal { $0.chains = [known.id: other] } == .chains) }
        #expect(Self.refusal { $0.chains = [known.id: known] } == nil)
        #expect(Self.refusal { $0.chains = [Workshop.chain(2).id: others[0]] } == nil)
    }

    @Test func `of several faults the first in the order of the wire format is told`() throws {
        var (workshop, expecting) = (Workshop(), Workshop.expectations)
        expecting.now = Self.issuedAt - .hours(1)...Self.issuedAt - .hours(1)
        expecting.chains = [Workshop.chain(1).id: Workshop.chain(1, leadMs: 400)]
        expecting.sequence = Self.sequence + 5
        expecting.store = "bazaar"
        workshop.records[0] = workshop.records[0].with(position: 9)
        func refusal() throws -> WindowError? { Workshop.refusal(of: try workshop.file(), expecting: expecting) }
        #expect(try refusal() == .store)
        expecting.store = "main"
        #expect(try refusal() == .sequence)
        expecting.sequence = nil
        #expect(try refusal() == .time)
        expecting.now = nil
        #expect(try refusal() == .chains)
        expecting.chains = [:]
        #expect(try refusal() == .records)
        workshop.header["count"] = 7
        #expect(try refusal() == .length)
        workshop.header["store"] = "?"
        #expect(try refusal() == .header)
    }

    @Test(arguments: WindowError.allCases)
    func `every refusal says what to look at`(error: WindowError) {
        #expect("\(error)".count > 20)
    }
}
