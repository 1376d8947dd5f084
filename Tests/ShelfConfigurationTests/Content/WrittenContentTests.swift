import ShelfConfiguration
import ShelfModel
import Testing

@Suite struct `Written content` {
    private func content(_ yaml: String) throws -> WrittenContent {
        WrittenContent(
            [ContentFile(path: "content.yaml", bytes: Array(yaml.utf8))],
            Content(title: "", catalogue: try Catalogue([]), stores: []))
    }

    private func changes(_ before: String, _ after: String) throws -> [ContentChange] {
        try content(before).commentChanges(to: content(after))
    }

    @Test func `has comments, which are somebody's work as well`() throws {
        let changes = try changes(
            "# Ours.\ntitle: a  # As on the sign.\ncolour: \"#aabbcc\"\n",
            "# Ours.\ntitle: a\ncolour: \"#ddeeff\"\n# Bob asks for more.\n")
        #expect(changes.map(\.before) == ["# As on the sign.", nil])
        #expect(changes.map(\.after) == [nil, "# Bob asks for more."])
        #expect(changes.map(\.made).first == "content.yaml: comments: none")
    }
}
