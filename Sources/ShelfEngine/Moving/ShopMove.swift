import Crypto
package import ShelfDatabase

/// Moves a shop from one database to another, row by row.
///
/// While it moves, nothing can be written to it, so tills refuse and windows run out; a shop of some hundred thousand
/// purchases takes seconds. When the move is broken off, the shop goes on where it was, and the move can be begun anew.
package struct ShopMove: Sendable {
    /// What was moved of one table.
    package struct Moved: Hashable, Sendable {
        package let table: String
        package let rows: Int
        /// The SHA-256 of all rows, in both databases.
        package let digest: [UInt8]
    }

    private let source: any ShopSource
    private let target: any ShopTarget
    private let page: Int

    /// - Parameter page: how many rows are in memory at once, at most.
    package init(from source: any ShopSource, to target: any ShopTarget, page: Int = 2000) {
        (self.source, self.target, self.page) = (source, target, page)
    }

    /// - Parameters:
    ///   - destination: where the shop moves to, in words that may be shown.
    ///   - progress: is told of each table that is whole.
    /// - Throws: ``ShopMoved``, ``TargetInUse``, ``ShopDiffers``, or what kept a database from answering. Then the shop
    ///   goes on in the source, unless it had been left already: then it is whole in the target, and the same move
    ///   again opens it there.
    package func run(to destination: String, progress: (Moved) -> Void) async throws {
        do {
            try await source.hold()
        } catch let moved as ShopMoved where moved.destination == destination {
            guard try await target.isWhole() else { throw moved }
            return try await target.open()
        }
        do {
            try await target.prepare()
            var moved: [Moved] = []
            for table in ShopTable.all { moved.append(try await copy(table)) }
            for one in moved {
                try await compare(one)
                progress(one)
            }
            try await target.keep()
        } catch {
            try? await target.abandon()
            try? await source.letGo()
            throw error
        }
        try await source.leave(for: destination)
        try await target.open()
    }

    private func copy(_ table: ShopTable) async throws -> Moved {
        try await read(table, from: source) { try await target.insert($0, into: table) }
    }

    private func compare(_ moved: Moved) async throws {
        guard let table = ShopTable.all.first(where: { $0.name == moved.table }) else { return }
        let arrived = try await read(table, from: target) { _ in }
        guard arrived == moved else { throw ShopDiffers(table: table.name) }
    }

    private func read(
        _ table: ShopTable, from reader: any ShopReader, _ use: ([[ShopValue]]) async throws -> Void
    ) async throws -> Moved {
        var (digest, count, key) = (SHA256(), 0, [ShopValue]?.none)
        let page = min(page, table.rowsAtOnce)
        while true {
            let rows = try await reader.rows(of: table, after: key, limit: page)
            for value in rows.joined() { digest.add(value) }
            count += rows.count
            if !rows.isEmpty { try await use(rows) }
            guard table.keyLength > 0, rows.count == page, let last = rows.last else { break }
            key = Array(last.prefix(table.keyLength))
        }
        return Moved(table: table.name, rows: count, digest: Array(digest.finalize()))
    }
}

/// What arrived of a table isn't what was sent.
package struct ShopDiffers: Error, Hashable, CustomStringConvertible {
    package let table: String

    package var description: String {
        "the table \(table) differs in the two databases, so the shop stays where it was; report this"
    }
}

extension SHA256 {
    /// Adds a value so that no two rows of different values have the same bytes.
    fileprivate mutating func add(_ value: ShopValue) {
        switch value {
        case .null: update(data: [0])
        case .integer(let number): update(data: [1] + bigEndian(number))
        case .text(let text): update(data: [2] + bigEndian(Int64(text.utf8.count)) + Array(text.utf8))
        case .bytes(let bytes): update(data: [3] + bigEndian(Int64(bytes.count)) + bytes)
        }
    }

    private func bigEndian(_ number: Int64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
