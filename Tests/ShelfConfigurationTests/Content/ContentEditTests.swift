import ShelfConfiguration
import Testing

/// What becomes of the text of a shop's files when a catalogue comes in.
@Suite struct ContentEditTests {
    private func naming(_ text: String, inPlaceOf former: String? = nil) -> String? {
        ContentEdit.naming("new.csv", inPlaceOf: former, in: Array(text.utf8)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test(arguments: [
        (
            "title: A # ours\ncatalogue: [a.csv]   # of old\n",
            "title: A # ours\ncatalogue: [a.csv, new.csv]   # of old\n"
        ),
        ("catalogue: [ 'a.csv', \"ü.csv\" ]", "catalogue: [ 'a.csv', \"ü.csv\", new.csv ]"),
        ("catalogue: [\r\n  a.csv,\r\n]\r\n", "catalogue: [\r\n  a.csv, new.csv,\r\n]\r\n"),
        ("catalogue:\r\n  - a.csv # x\r\ntitle: A\r\n", "catalogue:\r\n  - a.csv # x\r\n  - new.csv\r\ntitle: A\r\n"),
        ("catalogue:\n- a.csv", "catalogue:\n- a.csv\n- new.csv\n"),
        ("\u{FEFF}catalogue: [a.csv]\n", "\u{FEFF}catalogue: [a.csv, new.csv]\n"),
    ]) func `a file is named behind the others, and everything else stays`(text: String, wanted: String) {
        #expect(naming(text) == wanted)
    }

    @Test(arguments: [
        ("catalogue: [starter.csv] # first\n", "catalogue: [new.csv] # first\n"),
        ("catalogue:\n  - \"starter.csv\"\n", "catalogue:\n  - \"new.csv\"\n"),
    ]) func `a file takes the place of another`(text: String, wanted: String) {
        #expect(naming(text, inPlaceOf: "starter.csv") == wanted)
    }

    @Test(arguments: ["catalogue: a.csv\n", "title: A\n", "catalogue: []\n", "catalogue: [\"a\\u002ecsv\"]\n", "- a\n"])
    func `a form that doesn't show the place is left alone`(text: String) {
        #expect(naming(text) == nil)
    }

    @Test func `a plan gets other items in the same places`() {
        let plan = """
            # Ours.
            main:
              - {item: lamp, from: 2026-12-24T18:00, for: 20m}  # the lamp
              - item: "rug"
                from: 2026-12-25T18:00
                for: 20m
              - {item: other, from: 2026-12-26T18:00, for: 20m}
            side: []

            """
        let wanted = plan.replacing("item: lamp", with: "item: golden-sword").replacing("\"rug\"", with: "\"axe\"")
        let new = ContentEdit.replacing(["lamp": "golden-sword", "rug": "axe"], inPlan: Array(plan.utf8))
        #expect(new.map { String(decoding: $0, as: UTF8.self) } == wanted)
        #expect(ContentEdit.items(inPlan: Array(plan.utf8)) == ["lamp", "rug", "other"])
    }
}
