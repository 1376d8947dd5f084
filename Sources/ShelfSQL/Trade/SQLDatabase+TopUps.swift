package import ShelfModel

extension SQLDatabase {
    package func topUp(_ claim: TopUpClaim, transaction: String, at: Instant) async throws -> TopUpAnswer {
        try await write { session in
            try session.lock(.topUp(transaction))
            let account = try TopUpAccount.find(transaction, in: session) ?? TopUpAccount(transaction: transaction)
            try session.lock(.players([claim.player]))
            let facts = TopUpFacts(
                account: account, isPlayerKnown: try Wallets.hasOwner(claim.player, in: session),
                balance: try Self.balance(of: account.claim ?? claim, in: session))
            switch facts.judge(claim, at: at) {
            case .answered(let answer): return answer
            case .entered(let entry):
                let posted = try entry.posting?.post(in: session)
                try entry.account(after: posted).write(to: session)
                return entry.claimed(after: posted)
            }
        }
    }

    package func revise(_ revision: TopUpRevision, at: Instant) async throws -> TopUpAccount {
        try await write { session in
            let transaction = revision.transaction
            try session.lock(.topUp(transaction))
            let account = try TopUpAccount.find(transaction, in: session) ?? TopUpAccount(transaction: transaction)
            if let claim = account.claim { try session.lock(.players([claim.player])) }
            let balance = try account.claim.map { try Self.balance(of: $0, in: session) }
            switch RevisionFacts(account: account, balance: balance ?? 0).judge(revision, at: at) {
            case .known(let account): return account
            case .entered(let entry):
                let revised = entry.account(after: try entry.posting?.post(in: session))
                try revised.write(to: session)
                return revised
            }
        }
    }

    package func topUpAccount(of transaction: String) async throws -> TopUpAccount? {
        try await read { try TopUpAccount.find(transaction, in: $0) }
    }

    private static func balance(of claim: TopUpClaim, in session: Session) throws -> Int64 {
        try Wallets.balance(of: claim.player, claim.currency, in: session)
    }
}
