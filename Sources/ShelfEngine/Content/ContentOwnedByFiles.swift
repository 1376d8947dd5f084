/// The content isn't published to this server, because its files own it.
package struct ContentOwnedByFiles: Error, Hashable, Sendable {
    /// Where people change the files; `nil` where the settings don't say.
    package let source: String?
}
