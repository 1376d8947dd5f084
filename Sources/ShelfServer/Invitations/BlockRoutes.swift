import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which a player says who may not invite them.
struct BlockRoutes: RouteSet {
    let invitations: Invitations
    let authentication: PlayerAuthentication

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.blocks) { request, context in
            let player = try await authentication.player(of: request, context)
            let blocks = try await available { try await invitations.database.blocks(of: player) }
            return try JSONBody.response(BlocksAnswer(blocks: blocks.map(BlockRecord.init)))
        }
        router.on(.blocking) { request, context in
            let player = try await authentication.player(of: request, context)
            let target = try await JSONBody.read(BlockRequest.self, from: request).target()
            switch try await available({ try await invitations.block(target, by: player) }) {
            case .blocked(let block): return try JSONBody.response(BlockRecord(block))
            case .notFound: throw Problem.notFound
            case .tooMany: throw Problem.tooManyBlocks
            }
        }
        router.on(.blockDeletion) { request, context in
            let player = try await authentication.player(of: request, context)
            let id = try context.identifier("block")
            guard try await available({ try await invitations.change { try await $0.delete(block: id, by: player) } })
            else {
                throw Problem.notFound
            }
            return try JSONBody.response(Acknowledgement())
        }
    }
}

extension BlockRequest {
    fileprivate func target() throws -> BlockTarget {
        switch (invitation, match, place) {
        case (let invitation?, nil, nil):
            guard let id = Base64URL.decode(invitation), id.count == Invitation.idLength else { throw Problem.notFound }
            return .invitation(id)
        case (nil, let match?, let place?):
            guard let id = Base64URL.decode(match), id.count == Match.idLength else { throw Problem.notFound }
            return .place(place, match: id)
        default: throw Problem.badRequest("Name whom to block: by invitation, or by match and place.")
        }
    }
}

extension BlockRecord {
    fileprivate init(_ block: PlayerBlock) {
        self.init(block: Base64URL.encode(block.id), atMs: block.at.milliseconds)
    }
}
