import ShelfModel
import Testing

@Suite struct NearNameTests {
    @Test(arguments: [
        ("desc", "desk"), ("dsek", "desk"), ("dek", "desk"), ("deskk", "desk"), ("DESK", "desk"), ("bazar", "bazaar"),
        ("other", nil), ("", nil), (String(repeating: "d", count: 65), nil),
    ])
    func `A name is near when few letters are changed, added, left out or swapped`(typed: String, meant: String?) {
        #expect(NearName.nearest(to: typed, among: ["bazaar", "desk"]) == meant)
    }

    @Test func `Of names that are as near, the one with the same first letter is meant`() {
        #expect(NearName.nearest(to: "zom", among: ["mom", "zoom"]) == "zoom")
        #expect(NearName.nearest(to: "zom", among: ["tom", "mom"]) == "mom")
    }

    @Test func `Names of more than 512 bytes are not compared`() {
        let accents = String(repeating: "\u{301}", count: 300)
        #expect(NearName.nearest(to: "desk", among: ["desk" + accents]) == nil)
        #expect(NearName.nearest(to: "desk" + accents, among: ["desk"]) == nil)
    }

    @Test func `A limit says how many letters may differ`() {
        #expect(NearName.nearest(to: "abdominus", among: ["abdomen"]) == "abdomen")
        #expect(NearName.nearest(to: "abdominus", among: ["abdomen"], within: 2) == nil)
    }
}
