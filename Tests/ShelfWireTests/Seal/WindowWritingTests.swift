import Crypto
import ShelfModel
import ShelfWire
import Testing

/// What the writer writes, the reader reads.
@Suite struct WindowWritingTests {
    @Test func `random windows are read as they were written`() throws {
        for number in UInt32(0)..<100 {
            let window = RandomWindow(number)
            let file = try WindowFile(header: window.header, records: window.records, key: Workshop.signing)
            var expecting = WindowFile.Expectations(store: window.header.store, publicKey: Workshop.signing.publicKey)
            expecting.now = window.header.issuedAt...window.header.issuedAt
            let read = try WindowFile(reading: file.bytes, expecting: expecting)
            #expect(read == file, "window \(number)")
            #expect(read.header == window.header)
            #expect(Set(read.listings.map(\.record)) == Set(window.records))
        }
    }

    @Test func `the same header and records in any order give the same bytes but for the signature`() throws {
        let window = RandomWindow(1)
        let one = try WindowFile(header: window.header, records: window.records, key: Workshop.signing)
        let other = try WindowFile(header: window.header, records: window.records.reversed(), key: Workshop.signing)
        #expect(one.bytes.dropLast(64) == other.bytes.dropLast(64))
    }

    @Test func `a file's digest is the SHA-256 of all its bytes`() throws {
        let file = try WindowFile(
            header: RandomWindow(2).header, records: RandomWindow(2).records, key: Workshop.signing)
        #expect(file.digest == WindowFile.digest(of: file.bytes))
        #expect(WindowFile.digest(of: Array("abc".utf8)).hasPrefix("ba7816bf8f01cfea"))
    }

    @Test func `a window that no reader would take for its size is not written`() {
        let window = RandomWindow(3, cardBytes: 65_535, positions: 40)
        #expect(throws: WindowError.tooLarge) {
            try WindowFile(header: window.header, records: window.records, key: Workshop.signing)
        }
    }

    @Test func `a window's length depends on how many listings there are, not on what is inside`() throws {
        let chain = Workshop.chain(1)
        let cards = [
            Card(item: "a", name: "A", set: "s", price: 1, currency: "coins"),
            Card(
                item: "long", name: "A much longer name 🎁", set: "set", price: 1_000_000, currency: "coins",
                text: "And some words"),
        ]
        let sizes = try cards.map { card in
            var workshop = Workshop()
            workshop.records[0] = Workshop.record(
                chain, Workshop.top(1), position: 0, slot: 100, seconds: 300, card: card)
            return try workshop.file().count
        }
        #expect(sizes[0] == sizes[1])
    }
}
