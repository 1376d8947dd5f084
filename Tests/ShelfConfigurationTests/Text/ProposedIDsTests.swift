import ShelfConfiguration
import Testing

@Suite struct `Proposed ids` {
    @Test(arguments: [
        ("Golden Sword", "golden-sword"), ("ui_icon.Äpfel & Öl", "ui-icon-apfel-ol"), ("Straße", "strasse"),
        ("  --x--  ", "x"), ("剣", ""), ("minecraft:Diamond", "minecraft-diamond"),
        (String(repeating: "a", count: 63) + "-b", String(repeating: "a", count: 63)),
    ]) func `an id is made of a text`(text: String, id: String) {
        #expect(ProposedIDs.id(of: text) == id)
    }

    @Test func `are given once, with a number where a name repeats, and never longer than they may be`() {
        var ids = ProposedIDs(atMost: 8)
        #expect((0..<3).map { _ in ids.next(for: "a-kite") } == ["a-kite", "a-kite-2", "a-kite-3"])
        #expect((0..<2).map { _ in ids.next(for: "lanterns") } == ["lanterns", "lanter-2"])
    }
}
