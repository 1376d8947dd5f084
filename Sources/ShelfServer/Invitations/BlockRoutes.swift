import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which a player says who may not invite them.
struct BlockRoutes: GatedRoutes {
    let invitations: Invitations

    func add(to router: GatedRouter) {
        router.on(.blocks) { caller, _ in
            try await BlocksAnswer(blocks: invitations.database.blocks(of: caller.player).map(BlockRecord.init))
        }
        router.on(.blocking) { caller, asked in
            switch try await invitations.block(asked.target(), by: caller.player) {
            case .blocked(let block): return BlockRecord(block)
            case .notFound: throw Problem.notFound
            case .tooMany: throw Problem.tooManyBlocks
            }
        }
        router.on(.blockDeletion) { caller, _ in
            let id = try caller.names.bytes("block")
            let isDeleted = try await invitations.change { try await $0.delete(block: id, by: caller.player) }
            guard isDeleted else { throw Problem.notFound }
            return Acknowledgement()
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
