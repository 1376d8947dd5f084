import Foundation
import HTTPTypes
import ShelfConfiguration
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `The routes' description` {
    @Test func `it is served as JSON and asked for again each time`() async throws {
        let answer = try await started().client.send("/v1/openapi.json")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(answer.headers[.cacheControl] == "no-cache")
        #expect(answer.headers[.accessControlAllowOrigin] == "*")
        let tag = try #require(answer.headers[.eTag])
        let again = try await started().client.send("/v1/openapi.json", headers: [.ifNoneMatch: tag])
        #expect(again.status == 304)
        let info = try Description(answer.body).root["info"] as? [String: Any]
        #expect(info?["version"] as? String == ShelfServer.version)
    }

    @Test func `it has every route, and no route that isn't there`() async throws {
        let server = try await started()
        let operations = try await description(of: server).operations
        let desk = try #require(server.server.desk)
        let routes = server.server.routes + desk.routes
        #expect(routes.contains("GET /v1/stores/{store}/window"))
        #expect(routes.filter { route in !operations.contains { $0.covers(route) } } == [])
        #expect(operations.filter { !routes.contains(where: $0.covers) }.map(\.route) == [])
    }

    @Test func `each operation has a name of its own, and says what it does`() async throws {
        let operations = try await description(of: started()).operations
        #expect(Set(operations.map(\.id)).count == operations.count)
        #expect(operations.filter { ($0.content["summary"] as? String ?? "").isEmpty }.map(\.route) == [])
    }

    @Test func `it has every code, and each in the answer that brings it`() async throws {
        let description = try await description(of: started())
        let codes = Problem.Code.allCases.map(\.rawValue).sorted()
        let listed = description.components("schemas")["ProblemCode"]?["enum"] as? [String] ?? []
        #expect(listed.sorted() == codes)
        let brought = description.components("responses").values.flatMap(description.codes)
        #expect(Set(brought).sorted() == codes)
        let refusals = description.components("schemas")["Refusal"]?["enum"] as? [String] ?? []
        #expect(refusals.sorted() == PurchaseRefusal.allCases.map(\.rawValue).sorted())
    }

    @Test func `its examples are what the server's own types would write`() async throws {
        let description = try await description(of: started())
        for operation in description.operations {
            guard let example = description.example(of: operation) else { continue }
            let again = try #require(Self.rewriters[operation.id], "no type for the example of \(operation.id)")
            let bytes = try JSONSerialization.data(withJSONObject: example, options: [.fragmentsAllowed])
            let rewritten = try JSONSerialization.jsonObject(with: Data(again(Array(bytes))))
            #expect(rewritten as? NSObject == example as? NSObject, "\(operation.id)")
        }
    }

    @Test func `the receipt that it shows is signed by the store that it shows`() async throws {
        let description = try await description(of: started())
        func example<Value: Decodable>(_ id: String, _: Value.Type = Value.self) throws -> Value {
            let operation = try #require(description.operations.first { $0.id == id })
            let example = try #require(description.example(of: operation))
            return try WireJSON.decode(Value.self, Array(JSONSerialization.data(withJSONObject: example)))
        }
        let stores: [StoreDescription] = try example("listStores")
        let confirmation: PurchaseConfirmation = try example("buy")
        let key = try #require(PublicKey(stores[0].publicKey))
        let receipt = try #require(confirmation.receipt.opened(with: key))
        #expect((receipt.store, receipt.item, receipt.price, receipt.number) == ("main", "megaphone", 15, 1))
    }

    /// By operation: reads an example as the type of its answer and writes it again.
    private static let rewriters: [String: @Sendable ([UInt8]) throws -> [UInt8]] = [
        "getFriendCode": rewrite(FriendCodeAnswer.self), "renewFriendCode": rewrite(FriendCodeAnswer.self),
        "listMatches": rewrite(MatchesAnswer.self), "makeMatch": rewrite(MatchAnswer.self),
        "getMatch": rewrite(MatchAnswer.self), "moveInMatch": rewrite(MatchAnswer.self),
        "leaveMatch": rewrite(MatchAnswer.self), "invite": rewrite(SentInvitation.self),
        "listInvitations": rewrite(InvitationsAnswer.self), "acceptInvitation": rewrite(MatchAnswer.self),
        "declineInvitation": rewrite(Acknowledgement.self), "cancelInvitation": rewrite(Acknowledgement.self),
        "makeLink": rewrite(LinkAnswer.self), "deleteLink": rewrite(Acknowledgement.self),
        "lookAtLink": rewrite(LinkLook.self), "acceptLink": rewrite(MatchAnswer.self),
        "listBlocks": rewrite(BlocksAnswer.self), "block": rewrite(BlockRecord.self),
        "deleteBlock": rewrite(Acknowledgement.self),
        "listInvitationsAsAdmin": rewrite(AdminInvitationsAnswer.self),
        "endInvitations": rewrite(InvitationsEndAnswer.self),
        "getFileUsage": rewrite(FilesAnswer.self),
        "listMissingPictures": rewrite(MissingPicturesAnswer.self), "sendMaster": rewrite(PictureMasterAnswer.self),
        "removePicture": rewrite(PictureRemovalAnswer.self),
        "listRemovedPictures": rewrite(PictureRemovalsAnswer.self),
        "listMissingBundles": rewrite(MissingBundlesAnswer.self), "sendPackBundle": rewrite(PackBundleAnswer.self),
        "listPacks": rewrite(PacksAnswer.self), "getPack": rewrite(PackAnswer.self),
        "getPackRelease": rewrite(PackReleaseAnswer.self), "comparePackReleases": rewrite(PackDifferenceAnswer.self),
        "moveChannel": rewrite(PackMoveAnswer.self),
        "getTime": rewrite(TimeAnswer.self), "listStores": rewrite([StoreDescription].self),
        "getKey": rewrite(ReleasedKey.self), "signIn": rewrite(PlayerTokens.self),
        "refreshTokens": rewrite(PlayerTokens.self), "getPlayer": rewrite(PlayerAnswer.self),
        "getInventory": rewrite(InventoryAnswer.self), "listPurchases": rewrite(PurchaseHistory.self),
        "buy": rewrite(PurchaseConfirmation.self), "getPlayerAsAdmin": rewrite(PlayerAnswer.self),
        "listPurchasesAsAdmin": rewrite(PurchaseHistory.self), "getJournal": rewrite(JournalAnswer.self),
        "post": rewrite(PostingConfirmation.self), "reverse": rewrite(ReversalConfirmation.self),
        "getAuditLog": rewrite(AuditAnswer.self), "topUpFromApple": rewrite(TopUpConfirmation.self),
        "hearFromApple": rewrite(Acknowledgement.self), "listPlayers": rewrite(PlayersAnswer.self),
        "getInventoryAsAdmin": rewrite(InventoryAnswer.self), "getPurchase": rewrite(FoundPurchase.self),
        "listPurchasesOfItem": rewrite(FoundPurchases.self), "listPurchasesOfListing": rewrite(FoundPurchases.self),
        "checkReceipt": rewrite(ReceiptAnswer.self), "getNumbers": rewrite(SalesAnswer.self),
        "getFuture": rewrite(FutureAnswer.self), "listWithdrawals": rewrite(WithdrawalsAnswer.self),
        "getPlan": rewrite(PlanAnswer.self), "tryPlanChange": rewrite(PlanTrialAnswer.self),
        "changePlan": rewrite(ContentPublicationAnswer.self), "listContentItems": rewrite(ContentItemsAnswer.self),
        "withdraw": rewrite(WithdrawalConfirmation.self), "replace": rewrite(ListingChangeConfirmation.self),
        "redraw": rewrite(ListingChangeConfirmation.self), "getDeskSession": rewrite(DeskSessionAnswer.self),
        "signInToDesk": rewrite(DeskSessionAnswer.self), "signOutOfDesk": rewrite(Acknowledgement.self),
        "listContentVersions": rewrite(ContentVersionsAnswer.self),
        "publishContent": rewrite(ContentPublicationAnswer.self),
        "getContentVersion": rewrite(ContentVersionRecord.self), "getContentFiles": rewrite(ContentFilesAnswer.self),
        "compareContent": rewrite(ContentDifferenceAnswer.self),
        "rollBackContent": rewrite(ContentPublicationAnswer.self),
        "tryContent": rewrite(ContentTrialAnswer.self),
        "pause": rewrite(PauseConfirmation.self), "listPauses": rewrite(PausesAnswer.self),
        "cancelContent": rewrite(ContentCancellationAnswer.self),
        "reloadContent": rewrite(ContentReloadAnswer.self), "listContentDrafts": rewrite(ContentDraftsAnswer.self),
        "getContentDraft": rewrite(ContentDraftAnswer.self), "changeContentDraft": rewrite(ContentDraftAnswer.self),
        "deleteContentDraft": rewrite(ContentDraftDeletionAnswer.self),
        "publishContentDraft": rewrite(ContentPublicationAnswer.self),
    ]

    private static func rewrite<Value: Codable & Sendable>(_: Value.Type) -> @Sendable ([UInt8]) throws -> [UInt8] {
        { try WireJSON.encode(WireJSON.decode(Value.self, $0)) }
    }

    private func description(of server: VirtualServer) async throws -> Description {
        try Description(try await server.client.send("/v1/openapi.json").body)
    }

    private func started() async throws -> VirtualServer {
        var configuration = Fixtures.configuration()
        configuration.settings.admins = [AdminToken.made(named: "anna", scopes: []).kept]
        configuration.settings.desk = DeskSettings()
        configuration.settings.invitations = true
        return try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
    }
}
