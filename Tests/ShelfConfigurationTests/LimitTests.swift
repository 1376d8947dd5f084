import Foundation
import ShelfConfiguration
import Testing

@Suite struct LimitTests {
    @Test func `a secret is never repeated in a problem`() throws {
        let secret = "c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IHNlY3I"
        let problems = try TemporaryFolder.configured(store: "    lead: 10m\n    appSecret: \(secret)=\n").problems()
        #expect(problems.count == 1)
        #expect(problems.allSatisfy { !$0.contains("c2Vjcm") })
    }

    @Test func `a file that is too large is refused before it is read whole`() throws {
        let folder = try TemporaryFolder.configured(top: "title: One")
        try folder.write(Data(repeating: 0x0A, count: (16 << 20) + 1), to: "shelflife.yaml")
        #expect(
            folder.problems() == [
                "shelflife.yaml: \"shelflife.yaml\" is larger than 16 MiB; split it"
            ])
    }

    @Test func `a file that is missing is named`() throws {
        let folder = try TemporaryFolder.configured()
        #expect(folder.problems("other.yaml") == ["other.yaml: there is no file \"other.yaml\""])
    }

    @Test func `a shortage says from when, how many there are and how many are needed`() throws {
        let folder = try TemporaryFolder.configured(
            store:
                "    noRepeat: 4m\n    weights: [{factor: 0, sets: [set-1, set-2], during: {from: 2027-01-01, to: 2027-01-31}}]\n"
        )
        #expect(
            folder.problems() == [
                """
                shelflife.yaml:4: stores[0].choose: from 2027-01-01 only 20 items can be drawn, but 4 positions \
                of at least 45s with noRepeat 4m need 28; widen the choice, shorten noRepeat or lengthen shelfLife
                """
            ])
    }

    @Test func `a catalogue of many records is read in a moment, however many quotes stay open`() throws {
        let folder = try TemporaryFolder.configured()
        let rows = String(repeating: "\"x\n", count: 20_001)
        try folder.write(String.items + rows, to: "items.csv")
        #expect(folder.problems().count > 10_000)
    }
}
