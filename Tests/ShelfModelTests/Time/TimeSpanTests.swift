import ShelfModel
import Testing

@Suite struct TimeSpanTests {
    @Test(arguments: [
        (TimeSpan.zero, "0ms"), (.milliseconds(300), "300ms"), (.milliseconds(1500), "1500ms"), (.seconds(45), "45s"),
        (.seconds(90), "90s"), (.minutes(4), "4m"), (.hours(2), "2h"), (.hours(25), "25h"), (.days(3), "3d"),
        (.seconds(-45), "-45s"),
    ])
    func `a span is written in the largest unit that it is whole in`(span: TimeSpan, text: String) {
        #expect(span.description == text)
    }

    @Test func `units are what they say`() {
        #expect(TimeSpan.days(2).milliseconds == 172_800_000)
        #expect(TimeSpan.hours(3) == .minutes(180))
        #expect(TimeSpan.minutes(1) == .seconds(60))
        #expect(TimeSpan.seconds(2) - .milliseconds(1) == .milliseconds(1999))
        #expect(TimeSpan.seconds(2) + .milliseconds(1) > .seconds(2))
    }

    @Test(arguments: [(1999, 1), (2000, 2), (999, 0), (-999, 0), (-1999, -1)])
    func `whole seconds are rounded towards zero`(milliseconds: Int64, seconds: Int64) {
        #expect(TimeSpan.milliseconds(milliseconds).wholeSeconds == seconds)
    }
}
