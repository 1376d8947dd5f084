import ShelfDatabase
import ShelfModel
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `The space for files over the routes` {
    private static let path = "/v1/admin/files"
    private static let content = [
        ContentFileMessage(
            path: "items.csv",
            text: "id,name,set,released,price,edition,glyph\n"
                + (1...60).map { "item-\($0),Item \($0),set,2020-01-01,10,,\n" }.joined()),
        ContentFileMessage(
            path: "content.yaml", text: "title: Fish\ncatalogue: [items.csv]\nstores:\n  - {id: main, positions: 4}\n"),
    ]

    private func take(_ bytes: Int, of server: VirtualServer) async throws {
        let file = FileHead(digest: [UInt8](repeating: UInt8(bytes % 251), count: 32), length: bytes)
        _ = try await server.database.beginFile(file, at: server.time.now)
    }

    @Test func `an admin who reads content sees what takes it, and nobody else`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        try await take(1000, of: server)
        let answer: FilesAnswer = try await server.getAsAdmin(Self.path)
        #expect(answer.kinds.map(\.kind) == ["pictures", "packs", "versions", "unused"])
        #expect(answer.kinds.map(\.bytes) == [0, 0, 0, 1000] && answer.kinds.map(\.files) == [0, 0, 0, 1])
        #expect((answer.takenBytes, answer.mostBytes, answer.isNearlyFull) == (1000, 1_073_741_824, false))
        #expect(answer.databaseBytes > 1000)
        for token in ["writer", "reader"] {
            #expect(try await server.askAsAdmin(Self.path, token: token).code() == .forbidden)
        }
    }

    @Test func `who publishes is warned from 80 percent on`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        func warnings(title: String) async throws -> [String] {
            let files = Self.content.map { file in
                ContentFileMessage(path: file.path, text: file.text.replacing("Fish", with: title))
            }
            let request = ContentPublicationRequest(files: files, reason: "", base: 0, over: .max)
            let answer = try await server.postAsAdmin("/v1/admin/content/versions", request, key: nil)
            return try WireJSON.decode(ContentPublicationAnswer.self, answer.body).warnings.map(\.text)
        }
        try await take(858_993_459, of: server)
        #expect(try await !warnings(title: "One").contains { $0.contains("shelflife files") })
        try await take(50_000_000, of: server)
        let warned = try await warnings(title: "Two")
        #expect(
            warned.contains {
                $0.contains("files that take 84 % of the 1 GiB of the shop") && $0.contains("shelflife files")
            })
    }
}
