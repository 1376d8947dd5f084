/// Identifies a listing, as the wire names it.
package struct ListingName: Hashable, Sendable {
    package let store: String
    /// 16 bytes.
    package let chain: [UInt8]
    package let slot: Int
    package let position: Int
    package let revision: Int

    package init(store: String, chain: [UInt8], slot: Int, position: Int, revision: Int) {
        self.store = store
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
    }
}
