import ShelfModel

/// Reads `content`: where the content's files are, and who decides what is in force.
struct ContentSettingsReader {
    let folder: Folder

    /// Returns `nil` and reports errors when something can't be read.
    ///
    /// - Parameter field: the configuration's `content`.
    func read(_ field: Field?) -> ContentSettings? {
        var settings = ContentSettings(file: folder.path(ContentSettings.usualFile))
        guard let field else { return settings }
        guard let fields = field.fields(["file", "owner", "source"]) else { return nil }
        let file = fields.read("file", .path, else: ContentSettings.usualFile)
        let owner = fields.read("owner", .owner, else: .server)
        let source = fields.read("source", Form<String>.label.optional, else: nil)
        guard let file, let owner, let source else { return nil }
        if source != nil, owner == .server {
            field.log.add(
                fields.place(of: "source"), found: "a source of content that the server owns",
                expected: "source beside `owner: files` only")
        }
        settings = ContentSettings(file: folder.path(file), owner: owner, source: source)
        return settings
    }
}

extension Form<ContentSettings.Owner> {
    fileprivate static var owner: Form {
        let form = Form<String>.one(of: ContentSettings.Owner.allCases.map(\.rawValue))
        return Form(form.expected, guesses: form.guesses) { ContentSettings.Owner(rawValue: $0) }
    }
}
