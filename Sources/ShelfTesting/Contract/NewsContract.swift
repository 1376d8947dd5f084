import ShelfDatabase
import ShelfEngine
import ShelfModel

extension DatabaseContract {
    /// The promise of every database to a server that asks what others have changed.
    package static let news: [DatabaseContract] = [
        DatabaseContract("there is news exactly when something was changed that servers follow") { database in
            let start = try await database.news(at: Trade.noon)
            try expect(start.contentVersion == nil, "a database without content has a version")
            _ = try await Trade.player(database, coins: 10)
            try expect(await database.news(at: Trade.noon) == start, "a new player is news")
            let order = WithdrawalOrder(
                goods: .item("kite", store: nil), reason: "x", by: "anna", key: "a", at: Trade.noon)
            _ = try await database.withdraw(order) { _ in nil }
            let withdrawn = try await database.news(at: Trade.noon)
            try expect(withdrawn != start, "a withdrawal is no news")
            _ = try await database.withdraw(order) { _ in nil }
            try expect(await database.news(at: Trade.noon) == withdrawn, "the same again is news")
            let lift = LiftOrder(withdrawal: 1, reason: "x", by: "anna", key: "b", at: Trade.noon)
            _ = try await database.lift(lift) { _ in nil }
            try expect(await database.news(at: Trade.noon) != withdrawn, "a lift is no news")
            let lifted = try await database.news(at: Trade.noon)
            let picture = try await Pictures.stored(1, in: database)
            try expect(await database.news(at: Trade.noon) != lifted, "a new picture is no news")
            try await database.showPictures(from: [picture.picture.name: Trade.noon])
            let shown = try await database.news(at: Trade.noon)
            try expect(shown != lifted, "a picture on a card is no news")
            let removal = StoredPicture.Removal(at: Trade.noon, reason: "x")
            _ = try await database.removePicture(named: picture.picture.name, removal) { _ in nil }
            try expect(await database.news(at: Trade.noon) != shown, "a removed picture is no news")
            let files = [ContentFile(path: "shelflife.yaml", bytes: [1])]
            let version = NewContentVersion(
                content: StoredContent(files), author: "ann", at: Trade.noon, reason: "", origin: .published,
                from: Trade.noon + .hours(1))
            let number = try await database.add(version, after: 0) { _ in nil }?.number
            let before = try await database.news(at: Trade.noon + .minutes(59))
            try expect(before.contentVersion == nil, "a coming version is in force")
            try expect(
                await database.news(at: Trade.noon + .hours(1)).contentVersion == number, "its time makes no news")
        }
    ]
}
