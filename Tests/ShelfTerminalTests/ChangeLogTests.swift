import ShelfClient
import ShelfModel
import ShelfTerminal
import Testing

@Suite struct `Watching without a terminal` {
    @Test func `prints a line for each change, and none for what stays`() {
        var log = ChangeLog()
        let first = log.lines(
            ShelfSample.shelf([ShelfSample.position(0), ShelfSample.position(1, .sealed)]), ShelfSample.status())
        #expect(
            first == [
                "12:30:00.000  live  in step ±4 ms", "12:30:00.000  1  🍎 Red Apple  25 coins",
                "12:30:00.000  2  sealed",
            ])
        let same = [ShelfSample.position(0, .leaving), ShelfSample.position(1, .sealed)]
        #expect(log.lines(ShelfSample.shelf(same), ShelfSample.status(uncertaintyUs: 900)).isEmpty)
        let opened = [ShelfSample.position(0, slot: 9), ShelfSample.position(1, name: "Pear")]
        #expect(
            log.lines(ShelfSample.shelf(opened), ShelfSample.status(.offline)) == [
                "12:30:00.000  offline  in step ±4 ms", "12:30:00.000  1  🍎 Red Apple  25 coins",
                "12:30:00.000  2  🍎 Pear  25 coins",
            ])
        #expect(log.changes == 4)
    }

    @Test func `prints a line for a listing that was replaced, even by a card of the same look`() {
        var log = ChangeLog()
        _ = log.lines(ShelfSample.shelf([ShelfSample.position(0)]), ShelfSample.status())
        let replaced = ShelfSample.shelf([ShelfSample.position(0, revision: 1)])
        #expect(log.lines(replaced, ShelfSample.status()) == ["12:30:00.000  1  🍎 Red Apple  25 coins"])
        #expect(log.lines(replaced, ShelfSample.status()).isEmpty)
    }

    @Test func `prints a line when what is shown is withdrawn, and marks what was withdrawn before`() {
        var log = ChangeLog()
        _ = log.lines(ShelfSample.shelf([ShelfSample.position(0)]), ShelfSample.status())
        let both = ShelfSample.shelf([
            ShelfSample.position(0, isWithdrawn: true), ShelfSample.position(1, name: "Pear", isWithdrawn: true),
        ])
        #expect(
            log.lines(both, ShelfSample.status()) == [
                "12:30:00.000  1  🍎 Red Apple  25 coins  no longer for sale",
                "12:30:00.000  2  🍎 Pear  25 coins  no longer for sale",
            ])
        #expect(log.lines(both, ShelfSample.status()).isEmpty)
    }

    @Test func `says of a sealed listing only that it is sealed, even when it was withdrawn`() {
        var log = ChangeLog()
        _ = log.lines(ShelfSample.shelf([ShelfSample.position(0, .sealed)]), ShelfSample.status())
        let withdrawn = ShelfSample.shelf([ShelfSample.position(0, .sealed, isWithdrawn: true)])
        #expect(log.lines(withdrawn, ShelfSample.status()).isEmpty)
    }

    @Test func `prints a line for each position that the shelf has no longer`() {
        var log = ChangeLog()
        _ = log.lines(ShelfSample.shelf((0..<4).map { ShelfSample.position($0) }), ShelfSample.status())
        let fewer = ShelfSample.shelf((0..<2).map { ShelfSample.position($0) })
        #expect(log.lines(fewer, ShelfSample.status()) == ["12:30:00.000  3  gone", "12:30:00.000  4  gone"])
        #expect(log.changes == 6)
        #expect(log.lines(fewer, ShelfSample.status()).isEmpty)
    }

    @Test func `stops at as many changes as were asked for`() {
        var log = ChangeLog(most: 3)
        let positions = (0..<5).map { ShelfSample.position($0) }
        #expect(log.lines(ShelfSample.shelf(positions), ShelfSample.status()).count == 4, "one is of the connection")
        #expect(log.isFull)
    }

    @Test func `tells a problem once`() {
        var log = ChangeLog()
        let status = ShelfSample.status(problem: .appSecretNeeded)
        #expect(log.lines(.bare, status).count == 2)
        #expect(log.lines(.bare, status).isEmpty)
    }

    @Test func `tells what is on sale again when a store that was closed is back`() {
        var log = ChangeLog()
        let shelf = ShelfSample.shelf([ShelfSample.position(0)])
        _ = log.lines(shelf, ShelfSample.status())
        #expect(
            log.lines(.bare, ShelfSample.status(problem: .gone)) == [
                "12:30:00.000  the store is closed; if it opens again, it goes on by itself"
            ])
        #expect(log.lines(shelf, ShelfSample.status()) == ["12:30:00.000  1  🍎 Red Apple  25 coins"])
    }

    @Test func `tells once that the store began anew`() {
        var log = ChangeLog()
        _ = log.lines(.bare, ShelfSample.status())
        let status = ShelfSample.status(newIncarnation: Instant(milliseconds: 1_800_000_060_000))
        let told = log.lines(.bare, status)
        #expect(told.count == 1 && told[0].contains("the store began anew at 2027-01-15 08:01:00.000"))
        #expect(log.lines(.bare, status).isEmpty)
        #expect(log.lines(.bare, ShelfSample.status()).isEmpty)
    }

    @Test(arguments: [("45s", 45_000), ("4m", 240_000), ("2h", 7_200_000), ("90", 90_000), ("500ms", 500)])
    func `reads spans`(text: String, ms: Int64) {
        #expect(TimeSpan(argument: text)?.milliseconds == ms)
    }

    @Test(arguments: ["", "s", "-5s", "0", "1.5s", "5 s", "5d", "99999999999999999999"])
    func `refuses what is no span`(text: String) {
        #expect(TimeSpan(argument: text) == nil)
    }

    @Test func `knows the keys, alone and in a row`() {
        #expect(TerminalKey.keys(in: Array("xq".utf8)) == [.quit])
        #expect(
            TerminalKey.keys(in: Array("\t\u{1B}[C\u{1B}[D\u{1B}[Z".utf8))
                == [.next, .move(.right), .move(.left), .previous])
        #expect(TerminalKey.keys(in: [0x1B]) == [])
        #expect(TerminalKey.keys(in: [4]) == [.quit])
    }
}
