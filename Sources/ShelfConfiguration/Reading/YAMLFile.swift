import ShelfModel

/// A YAML file of a shop that was read: the settings, or the content.
struct YAMLFile {
    let name: String
    let bytes: [UInt8]
    let root: Field

    /// Reads a file. Returns `nil` and reports an error when it can't be read.
    ///
    /// - Parameters:
    ///   - place: where the file is named; `nil` for a file that the user names.
    init?(_ name: String, at place: Place? = nil, source: FileSource, log: ProblemLog) {
        log.note(name)
        let place = place ?? Place(file: name)
        guard let bytes = source.read(place, path: name, atMost: FileBytes.yamlAtMost, log: log),
            let root = YAMLSource.root(bytes, file: name, log: log)
        else { return nil }
        (self.name, self.bytes, self.root) = (name, bytes, root)
    }
}
