import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfTesting
import Synchronization
import Testing

@Suite struct `A watch on the database's clock` {
    /// A database whose clock differs from the server's, and that takes its time to answer.
    private final class OtherClock: ClockDatabase {
        let time = ManualTimeline(at: Fixtures.start, uncertaintyUs: 5000)
        let lead = Mutex<TimeSpan?>(.zero)
        let roundTrip = Mutex(TimeSpan.zero)
        let asked = Mutex(0)
        /// Whether keys are held back.
        let holds = Mutex(false)

        func clock() async throws -> Instant? {
            asked.withLock { $0 += 1 }
            let shown = lead.withLock { $0.map { time.now + $0 } }
            time.now = time.now + roundTrip.withLock { $0 }
            return shown
        }
    }

    private let other = OtherClock()
    private let watch: ClockWatch

    init() {
        watch = ClockWatch(database: other, timeline: other.time.timeline) { [other] isHeld in
            other.holds.withLock { $0 = isHeld }
        }
    }

    private func ask(_ lead: TimeSpan?, roundTrip: TimeSpan = .zero) async {
        other.lead.withLock { $0 = lead }
        other.roundTrip.withLock { $0 = roundTrip }
        other.time.now = other.time.now + .minutes(1)
        await watch.ask()
    }

    @Test func `tells by how much the server's clock is ahead or behind, and asks once a minute`() async {
        await ask(.milliseconds(-301))
        #expect(watch.lead == .milliseconds(300) && watch.differs && !watch.isFarOff)
        await watch.ask()
        #expect(other.asked.withLock { $0 } == 1)
        await ask(.milliseconds(301))
        #expect(watch.lead == .milliseconds(-300) && watch.differs)
        await ask(.milliseconds(6))
        #expect(!watch.differs, "5 ms are what the server's clock can be off")
        await ask(.seconds(3))
        #expect(watch.isFarOff && watch.distance == .milliseconds(2999) && other.holds.withLock { $0 })
        await ask(nil)
        #expect(watch.isFarOff, "what was known holds where the database doesn't say")
        await ask(.milliseconds(1000))
        #expect(watch.differs && !other.holds.withLock { $0 })
    }

    @Test func `blames no clock for what the round trip may have taken`() async {
        await ask(.milliseconds(300), roundTrip: .milliseconds(300))
        #expect(watch.lead == .zero)
        await ask(.milliseconds(-20), roundTrip: .milliseconds(300))
        #expect(watch.lead == .milliseconds(19))
        await ask(.milliseconds(320), roundTrip: .milliseconds(300))
        #expect(watch.lead == .milliseconds(-19))
    }
}
