/// Why a minute could not be published. What was published before goes on being served.
package enum PublishError: Error, Hashable {
    /// No key chain covers a listing's start.
    case noChain(store: String)
}
