import ShelfModel
package import ShelfWire

/// The contents of a window file, as far as the given keys open it. Positions are counted from 1, as on the page,
/// though the file counts from 0.
package struct WindowReport: Sendable {
    package let lines: [String]
    /// The first check that failed, if one did.
    package let failure: WindowError?

    /// - Parameters:
    ///   - key: checks the signature. Without it the file is read, but nothing in it is proven.
    ///   - store: the store that the window should belong to; by default the one that it names.
    package init(_ bytes: [UInt8], key: PublicKey?, secret: AppSecret? = nil, store: String? = nil) {
        let store = store ?? Self.claimedStore(bytes)
        let expected =
            key.map { WindowFile.Expectations(store: store, publicKey: $0) } ?? .unproven(store: store)
        let (_, failure) = Self.read(bytes, expecting: expected)
        let (file, _) = Self.read(bytes, expecting: .unproven(store: store))
        self.failure = failure
        lines =
            (file.map { Self.describe($0, secret: secret) } ?? [])
            + [Self.verdict(failure, isProven: key != nil), Self.checks(failure, isProven: key != nil)]
    }

    private static func read(
        _ bytes: [UInt8], expecting: WindowFile.Expectations
    ) -> (WindowFile?, WindowError?) {
        do throws(WindowError) {
            return (try WindowFile(reading: bytes, expecting: expecting), nil)
        } catch { return (nil, error) }
    }

    private static func claimedStore(_ bytes: [UInt8]) -> String {
        guard bytes.count > 12 else { return "" }
        let length = Int(BigEndian.read(UInt32.self, bytes[8...]))
        guard length <= WindowHeader.bytesAtMost, 12 + length <= bytes.count else { return "" }
        return (try? WireJSON.decode(WindowHeader.self, bytes[12..<12 + length]))?.store ?? ""
    }

    private static func describe(_ file: WindowFile, secret: AppSecret?) -> [String] {
        var keys = KeyRing()
        keys.trust(file.header, secret: secret)
        return header(file) + chains(file.header) + released(file.header, secret: secret) + records(file, &keys)
    }

    private static func header(_ file: WindowFile) -> [String] {
        let header = file.header
        return [
            "store      \(header.store)",
            "sequence   \(header.sequence), issued \(Words.moment(header.issuedAt))",
            "life       \(Words.incarnation(header))",
            "until      \(Words.moment(header.until)), \(header.until - header.issuedAt) in all",
            "grid       \(header.positions) positions, \(header.columns) to a row",
            "records    \(header.count) with cards of \(header.cardBytes) bytes, \(file.bytes.count) bytes in all",
            "sha-256    \(file.digest)",
            "previous   \(header.previous)",
        ]
    }

    private static func chains(_ header: WindowHeader) -> [String] {
        header.chains.enumerated().map { index, chain in
            "chain \(index)    \(chain.id), \(chain.slots) slots from \(Words.moment(chain.epoch)), lead \(chain.lead)"
        }
    }

    private static func released(_ header: WindowHeader, secret: AppSecret?) -> [String] {
        header.released.map { released in
            let how = released.key != nil ? "open" : released.opened(with: secret) != nil ? "boxed, opened" : "boxed"
            return "released   \(released.chain) slot \(released.slot), \(how)"
        }
    }

    private static func records(_ file: WindowFile, _ keys: inout KeyRing) -> [String] {
        var lines = ["", "position  chain   slot  revision  start         seconds  card"]
        for listing in file.listings {
            let columns = [
                (String(listing.position + 1), 8), (String(listing.record.chain), 7), (String(listing.slot), 7),
                (String(listing.record.revision), 10),
            ]
            let numbers = columns.map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }.joined()
            lines.append(
                "\(numbers)  \(Words.clock(listing.start))  \(Words.right(listing.seconds, 7))  \(card(listing, &keys))"
            )
        }
        return lines + [""]
    }

    private static func card(_ listing: SealedListing, _ keys: inout KeyRing) -> String {
        guard let key = keys.key(listing.chain, slot: listing.slot) else { return "sealed" }
        guard let card = listing.open(with: key) else { return "doesn't open with its key" }
        let edition = card.edition.map { ", \($0) ever" } ?? ""
        let glyph = card.glyph.map { "\($0) " } ?? ""
        return DisplayWidth.harmless("\(glyph)\(card.name) (\(card.item), \(card.set)), \(card.price)\(edition)")
    }

    private static func verdict(_ failure: WindowError?, isProven: Bool) -> String {
        guard isProven else { return "signature  not checked; give --key" }
        let reached: Set<WindowError> = [.tooLarge, .magic, .headerLength]
        if let failure, reached.contains(failure) { return "signature  not reached" }
        return failure == .signature ? "signature  WRONG: not made with this key" : "signature  right"
    }

    private static func checks(_ failure: WindowError?, isProven: Bool) -> String {
        let unasked: Set<WindowError> = [.incarnation, .sequence, .time]
        let made = WindowError.allCases.filter { !unasked.contains($0) && (isProven || $0 != .signature) }
        let passed = failure.map { failed in Array(made.prefix { $0 != failed }) } ?? made
        let list = passed.map(\.rawValue).joined(separator: " ")
        return "checks     \(list.isEmpty ? "none" : list) passed" + (failure.map { "; \($0.rawValue) FAILED" } ?? "")
    }
}

extension Words {
    static func right(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: " ", count: max(0, width - digits.count)) + digits
    }
}
