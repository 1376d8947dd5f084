package import Crypto
package import ShelfModel

extension WindowFile {
    /// What a reader knows before it opens a window, and holds the window against.
    package struct Expectations: Sendable {
        package var store: String
        /// `nil` only in a tool that looks into files without a key at hand: then nothing they say is proven.
        package var publicKey: Curve25519.Signing.PublicKey?
        /// The sequence of the window at hand.
        package var sequence: Int64?
        /// From the earliest to the latest that the true time can be, once the clock has an estimate.
        package var now: ClosedRange<Instant>?
        package var chains: [ChainID: Chain]

        package init(
            store: String, publicKey: Curve25519.Signing.PublicKey, sequence: Int64? = nil,
            now: ClosedRange<Instant>? = nil, chains: [ChainID: Chain] = [:]
        ) {
            self.store = store
            self.publicKey = publicKey
            self.sequence = sequence
            self.now = now
            self.chains = chains
        }

        init(store: String) {
            (self.store, chains) = (store, [:])
        }

        /// How far a window or a key may be ahead of the latest that the true time can be.
        package static let tolerance = TimeSpan.seconds(2)

        func check(_ header: WindowHeader) throws(WindowError) {
            guard header.store == store else { throw .store }
            if let sequence, header.sequence < sequence { throw .sequence }
            if let now {
                guard header.issuedAt <= now.upperBound + Self.tolerance, header.until > now.lowerBound else {
                    throw .time
                }
            }
            guard header.chains.allSatisfy({ chains[$0.id] ?? $0 == $0 }) else { throw .chains }
        }
    }
}
