import ShelfModel
import ShelfVault
import Testing

@Suite struct UnlockGateTests {
    private var gate = UnlockGate()

    private static func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    @Test mutating func `The wait is a second after a wrong passphrase, doubles with each, and is ten minutes at most`()
    {
        let seconds: [Int64] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600]
        var now: Int64 = -5000
        for wait in seconds {
            #expect(gate.begin(at: Self.at(now)) == .try)
            // The hashing itself takes time, and the wait begins behind it.
            now += 2000
            #expect(gate.end(.wrong, at: Self.at(now)) == .seconds(wait))
            #expect(gate.begin(at: Self.at(now)) == .wait(.seconds(wait)))
            now += wait * 1000 - 1
            #expect(gate.begin(at: Self.at(now)) == .wait(.milliseconds(1)))
            now += 1
        }
    }

    @Test mutating func `While one passphrase is tried, no other may be`() {
        #expect(gate.begin(at: Self.at(0)) == .try)
        #expect(gate.begin(at: Self.at(0)) == .busy)
        #expect(gate.begin(at: Self.at(3_600_000)) == .busy)
        gate.end(.right, at: Self.at(3_600_000))
        #expect(gate.begin(at: Self.at(3_600_000)) == .try)
    }

    @Test mutating func `A right passphrase sets the wait back`() {
        for now: Int64 in [0, 10_000, 20_000] {
            #expect(gate.begin(at: Self.at(now)) == .try)
            gate.end(.wrong, at: Self.at(now))
        }
        #expect(gate.begin(at: Self.at(30_000)) == .try)
        #expect(gate.end(.right, at: Self.at(30_000)) == .zero)
        #expect(gate.begin(at: Self.at(30_000)) == .try)
        #expect(gate.end(.wrong, at: Self.at(30_000)) == .seconds(1))
    }

    @Test mutating func `A try of which nothing is known neither adds to the wait nor sets it back`() {
        for (now, end, wait): (Int64, UnlockGate.End, Int64) in [
            (0, .unknown, 0), (0, .wrong, 1), (1000, .unknown, 0), (1000, .wrong, 2),
        ] {
            #expect(gate.begin(at: Self.at(now)) == .try)
            #expect(gate.end(end, at: Self.at(now)) == .seconds(wait))
        }
    }
}
