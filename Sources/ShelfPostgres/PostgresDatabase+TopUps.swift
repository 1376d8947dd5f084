package import ShelfDatabase
package import ShelfModel

extension PostgresDatabase: TopUpDatabase {
    package func topUp(_ claim: TopUpClaim, transaction: String, at: Instant) async throws -> TopUpAnswer {
        try await write { session in
            try session.lock(.topUp(transaction))
            var account = try TopUpAccount.find(transaction, in: session) ?? TopUpAccount(transaction: transaction)
            let isReplay = account.claim != nil
            guard try Wallets.lock([claim.player], in: session) == [claim.player] else { return .unknownPlayer }
            guard account.take(claim) else { return .anothers }
            if !isReplay {
                let answer = try account.settle(
                    account.change(from: 0), "top-up", by: "player", key: "top-up \(transaction)", at: at, in: session)
                if case .impossible(let balance) = answer { return .impossible(balance: balance) }
                try account.write(to: session)
            }
            guard account.due > 0 else { return .revoked }
            return .counted(account, balance: try account.balance(in: session), isReplay: isReplay)
        }
    }

    package func revise(_ revision: TopUpRevision, at: Instant) async throws -> TopUpAccount {
        try await write { session in
            let transaction = revision.transaction
            try session.lock(.topUp(transaction))
            var account = try TopUpAccount.find(transaction, in: session) ?? TopUpAccount(transaction: transaction)
            let before = account.due
            guard account.take(revision) else { return account }
            let what = revision.revoked == .none ? "refund reversed" : "refund"
            _ = try account.settle(
                account.change(from: before), what, by: "app store",
                key: "\(what) \(transaction) \(revision.signed.milliseconds)", at: at, in: session)
            try account.write(to: session)
            return account
        }
    }

    package func topUpAccount(of transaction: String) async throws -> TopUpAccount? {
        try await read { try TopUpAccount.find(transaction, in: $0) }
    }
}
