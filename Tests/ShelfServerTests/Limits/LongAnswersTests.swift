import ShelfServer
import Testing

@Suite struct `Long answers` {
    private let answers = LongAnswers()

    /// Begins as many as may be, from as many networks as it takes.
    private func filled() -> [LongAnswers.Place] {
        (0..<LongAnswers.most).compactMap { answers.begin(to: "network \($0 / LongAnswers.mostOfNetwork)") }
    }

    @Test func `begin sixteen times to one network, and then to others only`() {
        let places = (0..<LongAnswers.mostOfNetwork).compactMap { _ in answers.begin(to: "a") }
        #expect(places.count == 16 && answers.begin(to: "a") == nil)
        #expect(answers.begin(to: "b") != nil)
        withExtendedLifetime(places) {}
    }

    @Test func `begin 64 times in all`() {
        let places = filled()
        #expect(places.count == 64 && answers.count == 64 && answers.begin(to: "another") == nil)
        withExtendedLifetime(places) {}
    }

    @Test func `give their place back once, when they end or nobody holds it`() {
        var places = filled()
        places[0].leave()
        places[0].leave()
        #expect(answers.count == 63)
        places.removeFirst()
        #expect(answers.count == 63)
        places.removeFirst()
        #expect(answers.count == 62)
        places = []
        #expect(answers.count == 0 && answers.begin(to: "network 0") != nil)
    }
}
