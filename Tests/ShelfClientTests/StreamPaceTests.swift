import ShelfClient
import Testing

@Suite struct `A stream's pace` {
    @Test func `lets pass what a true stream brings, at its beginning and for ever`() throws {
        var pace = StreamPace()
        try pace.take(StreamPace.linesAtOnce, at: 5_000_000)
        for second in 6..<1_000 { try pace.take(StreamPace.linesASecond, at: Int64(second) * 1_000_000) }
    }

    @Test func `ends at the first line too many, and gets no more back than there was at once`() throws {
        var pace = StreamPace()
        try pace.take(StreamPace.linesAtOnce, at: 0)
        #expect(throws: StreamPace.Flood.self) { try pace.take(1, at: 0) }
        var rested = StreamPace()
        try rested.take(0, at: 0)
        #expect(throws: StreamPace.Flood.self) { try rested.take(StreamPace.linesAtOnce + 1, at: 3_600_000_000) }
    }

    @Test func `isn't hurried by a clock that goes back`() throws {
        var pace = StreamPace()
        try pace.take(StreamPace.linesAtOnce, at: 10_000_000)
        #expect(throws: StreamPace.Flood.self) { try pace.take(1, at: 0) }
    }

    @Test func `counts empty lines and comments like any other`() throws {
        var events = ServerSentEvents()
        _ = try events.read(Array(": x\n\nevent: a\r\ndata: b\r\n\r\n".utf8))
        #expect(events.lines == 5)
    }
}
