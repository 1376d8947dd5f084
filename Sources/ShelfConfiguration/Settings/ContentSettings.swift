/// Where the content's files are, and who decides what content is in force.
package struct ContentSettings: Hashable, Sendable {
    package enum Owner: String, CaseIterable, Hashable, Sendable {
        /// The files start a shop. After that its content is what people publish to the server.
        case server
        /// The content is what the files say, and nobody publishes in another way.
        case files
    }

    /// The path of the content file.
    package var file: String
    package var owner: Owner
    /// Where people change the files that own the content, such as the address of a repository.
    package var source: String?

    package init(file: String = ContentSettings.usualFile, owner: Owner = .server, source: String? = nil) {
        self.file = file
        self.owner = owner
        self.source = source
    }

    package static let usualFile = "content.yaml"
}
