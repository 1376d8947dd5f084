import ShelfConfiguration
import ShelfModel
import ShelfServer
import ShelfWire
import Testing

@Suite struct `The desk's sessions` {
    private static let anna = AdminToken(name: "anna", hash: [1], scopes: [.auditRead])
    private static let start = Instant(milliseconds: 1_800_000_000_000)

    @Test func `a session that is used every half hour lasts for twelve hours, and no longer`() {
        var table = DeskSessionTable()
        table.begin([7], for: Self.anna, at: Self.start)
        for count in 1...24 as ClosedRange<Int64> {
            let use = table.use([7], at: Self.start + .minutes(30 * count))
            #expect(use?.admin == Self.anna)
            #expect(use?.ends == Self.start + .hours(12))
        }
        #expect(table.use([7], at: Self.start + .hours(12) + .milliseconds(1)) == nil)
    }

    @Test func `a session that is unused for more than half an hour has ended, and doesn't come back`() {
        var table = DeskSessionTable()
        table.begin([7], for: Self.anna, at: Self.start)
        #expect(table.use([7], at: Self.start + .minutes(30) + .milliseconds(1)) == nil)
        #expect(table.use([7], at: Self.start) == nil)
    }

    @Test func `a session that was ended is unknown, and the others go on`() {
        var table = DeskSessionTable()
        table.begin([7], for: Self.anna, at: Self.start)
        table.begin([8], for: Self.anna, at: Self.start)
        table.end([7])
        #expect(table.use([7], at: Self.start) == nil)
        #expect(table.use([8], at: Self.start) != nil)
    }

    @Test func `of more than two hundred sessions those end that were unused for longest`() {
        var table = DeskSessionTable()
        for number in 0..<201 as Range<UInt8> {
            let admin = AdminToken(name: "admin \(number / 10)", hash: [number / 10], scopes: [.auditRead])
            table.begin([number], for: admin, at: Self.start + .milliseconds(Int64(number)))
            if number == 100 { _ = table.use([0], at: Self.start + .milliseconds(150)) }
        }
        #expect(table.use([0], at: Self.start + .seconds(1)) != nil)
        #expect(table.use([1], at: Self.start + .seconds(1)) == nil)
        #expect(table.use([2], at: Self.start + .seconds(1)) != nil)
    }

    @Test func `of more than ten sessions of one admin their own end, and nobody else's`() {
        var table = DeskSessionTable()
        let ben = AdminToken(name: "ben", hash: [2], scopes: [.receiptsRead])
        table.begin([0], for: Self.anna, at: Self.start)
        for number in 1...201 as ClosedRange<UInt8> {
            table.begin([number], for: ben, at: Self.start + .milliseconds(Int64(number)))
        }
        #expect(table.use([0], at: Self.start + .seconds(1)) != nil)
        #expect(table.use([191], at: Self.start + .seconds(1)) == nil)
        #expect(table.use([192], at: Self.start + .seconds(1)) != nil)
    }

    @Test func `the code of a link is good once`() {
        var codes = SignInCodes()
        codes.add([9], for: Self.anna, at: Self.start)
        #expect(codes.redeem([8], at: Self.start) == nil)
        #expect(codes.redeem([9], at: Self.start)?.admin == Self.anna)
        #expect(codes.redeem([9], at: Self.start) == nil)
    }

    @Test func `the code of a link is good for less than ten minutes`() {
        var codes = SignInCodes()
        codes.add([9], for: Self.anna, at: Self.start)
        codes.add([10], for: Self.anna, at: Self.start)
        #expect(codes.redeem([9], at: Self.start + .minutes(10) - .milliseconds(1))?.admin == Self.anna)
        #expect(codes.redeem([10], at: Self.start + .minutes(10)) == nil)
    }
}
