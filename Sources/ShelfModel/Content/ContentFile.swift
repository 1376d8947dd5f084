/// One file of a content version, exactly as its designers wrote it.
package struct ContentFile: Hashable, Sendable {
    /// Relative to the folder of the content file, as that file names it.
    package let path: String
    package let bytes: [UInt8]

    /// The path of a version's content file, which names the catalogue and the stores, whatever the file was called
    /// where it came from.
    package static let content = "content.yaml"
    /// The path of a version's planned appearances.
    package static let plan = "plan.yaml"

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    private static let obeyed: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator, .paragraphSeparator]

    /// Whether the path leads to a file in the folder or below it, so that it can be written into another folder too,
    /// on any system. It has no characters that a terminal would obey instead of showing them.
    package var staysInFolder: Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
            && !path.unicodeScalars.contains { $0 == "\\" || Self.obeyed.contains($0.properties.generalCategory) }
    }
}
