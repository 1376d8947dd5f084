/// Why a minute could not be published. The server continues to serve what was published before.
package enum PublishError: Error, Hashable {
    /// No key chain covers a listing's start.
    case noChain(store: String)
}
