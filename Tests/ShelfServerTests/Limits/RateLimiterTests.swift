import ShelfModel
import ShelfServer
import Testing

@Suite struct `How often a key passes` {
    private static let secondUs: Int64 = 1_000_000

    @Test func `a rate passes four times for a moment, then as it is`() {
        let limiter = RateLimiter<String>(.perSecond(5))
        #expect((0..<30).count { _ in limiter.spend("a", nowUs: 0) == nil } == 20)
        #expect(limiter.spend("a", nowUs: 0) == 1)
        #expect((0..<30).count { _ in limiter.spend("a", nowUs: Self.secondUs) == nil } == 5)
        #expect(limiter.spend("b", nowUs: 0) == nil)
    }

    @Test func `an hour's worth passes at once, and then one whenever there is room for one`() {
        let limiter = RateLimiter<String>(.perHour(4, atOnce: 4))
        #expect((0..<9).count { _ in limiter.spend("a", nowUs: 0) == nil } == 4)
        #expect(limiter.spend("a", nowUs: 0) == 900)
        #expect(limiter.spend("a", nowUs: 899 * Self.secondUs) == 1)
        #expect(limiter.spend("a", nowUs: 900 * Self.secondUs) == nil)
        #expect(limiter.spend("a", nowUs: 900 * Self.secondUs) == 900)
    }

    @Test func `a rate that is changed holds at once, and what was spent counts on`() {
        let limiter = RateLimiter<String>(.perSecond(1))
        #expect((0..<9).count { _ in limiter.spend("a", nowUs: 0) == nil } == 4)
        limiter.allow(.perSecond(5))
        #expect((0..<9).count { _ in limiter.spend("a", nowUs: 0) == nil } == 0)
        #expect((0..<9).count { _ in limiter.spend("a", nowUs: 400_000) == nil } == 2)
        #expect((0..<30).count { _ in limiter.spend("b", nowUs: 0) == nil } == 20)
    }

    @Test func `what is given back may pass again`() {
        let limiter = RateLimiter<String>(.perHour(1, atOnce: 1))
        #expect(limiter.spend("a", nowUs: 0) == nil)
        limiter.giveBack("a")
        #expect(limiter.spend("a", nowUs: 0) == nil)
        #expect(limiter.spend("a", nowUs: 0) == 3600)
        limiter.giveBack("b")
        #expect(limiter.spend("b", nowUs: 0) == nil)
    }

    @Test func `more keys than anybody has are forgotten, rather than kept for an hour`() {
        let limiter = RateLimiter<Int>(.perHour(1, atOnce: 1))
        for key in 0..<200_000 { _ = limiter.spend(key, nowUs: 0) }
        #expect(limiter.spend(0, nowUs: 1) == 3600)
        #expect(limiter.spend(200_000, nowUs: 1) == nil)
        #expect(limiter.spend(0, nowUs: 1) == nil)
    }
}
