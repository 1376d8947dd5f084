package import Crypto
package import ShelfModel

extension WindowFile {
    /// What a reader knows before it opens a window. The window must agree with it.
    package struct Expectations: Sendable {
        package var store: String
        /// The store's public key. It is `nil` only in tools that inspect files without a key, and then nothing in a
        /// file is proven.
        package var publicKey: Curve25519.Signing.PublicKey?
        /// The latest known incarnation. The other known facts about windows and chains belong to it.
        package var incarnation: Instant
        /// The sequence of the window in use.
        package var sequence: Int64?
        /// The range that contains the true time; `nil` until the clock has an estimate.
        package var now: ClosedRange<Instant>?
        package var chains: [ChainID: Chain]

        package init(
            store: String, publicKey: Curve25519.Signing.PublicKey, incarnation: Instant = .distantPast,
            sequence: Int64? = nil, now: ClosedRange<Instant>? = nil, chains: [ChainID: Chain] = [:]
        ) {
            self.store = store
            self.publicKey = publicKey
            self.incarnation = incarnation
            self.sequence = sequence
            self.now = now
            self.chains = chains
        }

        /// Proves nothing.
        package init(store: String) {
            (self.store, incarnation, chains) = (store, .distantPast, [:])
        }

        /// How far a window or a key may be ahead of the latest that the true time can be.
        package static let tolerance = TimeSpan.seconds(2)

        func check(_ header: WindowHeader) throws(WindowError) {
            guard header.store == store else { throw .store }
            guard header.incarnation >= incarnation else { throw .incarnation }
            let isOfKnown = header.incarnation == incarnation
            if isOfKnown, let sequence, header.sequence < sequence { throw .sequence }
            if let now {
                guard header.issuedAt <= now.upperBound + Self.tolerance, header.until > now.lowerBound else {
                    throw .time
                }
            }
            guard !isOfKnown || header.chains.allSatisfy({ chains[$0.id] ?? $0 == $0 }) else { throw .chains }
        }
    }
}
