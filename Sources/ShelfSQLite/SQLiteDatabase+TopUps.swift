import GRDB
package import ShelfDatabase
package import ShelfModel

extension SQLiteDatabase: TopUpDatabase {
    package func topUp(_ claim: TopUpClaim, transaction: String, at: Instant) async throws -> TopUpAnswer {
        try await write { database in
            var account = try TopUpAccount.find(transaction, in: database) ?? TopUpAccount(transaction: transaction)
            let isReplay = account.claim != nil
            guard try Wallets.hasOwner(claim.player, in: database) else { return .unknownPlayer }
            guard account.take(claim) else { return .anothers }
            if !isReplay {
                let answer = try account.settle(
                    account.change(from: 0), "top-up", by: "player", key: "top-up \(transaction)", at: at, in: database)
                if case .impossible(let balance) = answer { return .impossible(balance: balance) }
                try account.write(to: database)
            }
            guard account.due > 0 else { return .revoked }
            return .counted(account, balance: try account.balance(in: database), isReplay: isReplay)
        }
    }

    package func revise(_ revision: TopUpRevision, at: Instant) async throws -> TopUpAccount {
        try await write { database in
            let transaction = revision.transaction
            var account = try TopUpAccount.find(transaction, in: database) ?? TopUpAccount(transaction: transaction)
            let before = account.due
            guard account.take(revision) else { return account }
            let what = revision.revoked == .none ? "refund reversed" : "refund"
            _ = try account.settle(
                account.change(from: before), what, by: "app store",
                key: "\(what) \(transaction) \(revision.signed.milliseconds)", at: at, in: database)
            try account.write(to: database)
            return account
        }
    }

    package func topUpAccount(of transaction: String) async throws -> TopUpAccount? {
        try await read { try TopUpAccount.find(transaction, in: $0) }
    }
}
