import ShelfEngine
import ShelfModel
import ShelfEngine
import ShelfTesting
import Testing

struct TimelineTests {
    @Test func `the earliest and the latest hold the time between them, rounded outwards`() {
        let time = ManualTimeline(at: Instant(milliseconds: 1000), uncertaintyUs: 0)
        time.nowUs = 1_000_500
        #expect(time.timeline.earliest.milliseconds == 1000 && time.timeline.latest.milliseconds == 1001)
        time.uncertaintyUs = 1
        #expect(time.timeline.earliest.milliseconds == 1000 && time.timeline.latest.milliseconds == 1001)
        time.uncertaintyUs = 501
        #expect(time.timeline.earliest.milliseconds == 999 && time.timeline.latest.milliseconds == 1002)
    }

    @Test func `the machine's timeline starts at its wall clock and goes forward`() {
        let timeline = Timeline.system(uncertainty: .zero, fallback: .milliseconds(50))
        let first = timeline.nowUs()
        #expect(abs(timeline.wanderUs()) < 1_000_000)
        #expect(timeline.nowUs() >= first)
        #expect(timeline.uncertaintyUs() == 0)
    }

    @Test func `each start has a timeline of its own`() {
        let ids = (0..<3).map { _ in Timeline.system(uncertainty: nil, fallback: .milliseconds(50)).id }
        #expect(Set(ids).count == 3)
    }
}
