import ShelfEngine
import ShelfModel
import Testing

@Suite struct `A batch of rows that are sealed anew` {
    @Test func `has fewer rows after one that took too long, and more after a short one`() {
        var batch = ResealingBatch()
        let first = batch.rows
        batch.note(took: .milliseconds(21))
        #expect(batch.rows == first / 2)
        batch.note(took: .milliseconds(15))
        #expect(batch.rows == first / 2)
        batch.note(took: .milliseconds(9))
        #expect(batch.rows == first)
    }

    @Test func `has at least one row, and no more than a transaction may change`() {
        var batch = ResealingBatch()
        for _ in 0..<20 { batch.note(took: .seconds(1)) }
        #expect(batch.rows == 1)
        for _ in 0..<20 { batch.note(took: .zero) }
        #expect(batch.rows == 512)
    }
}
