import ShelfModel

/// Reads the catalogue files that the configuration lists.
struct CatalogueFiles {
    let folder: Folder
    let source: FileSource
    let items: ItemReader
    let log: ProblemLog

    func read(_ names: [(name: String, place: Place)]) -> CatalogueDraft {
        var draft = CatalogueDraft()
        var seen: Set<String> = []
        for (name, place) in names where !Task.isCancelled {
            if seen.insert(name).inserted {
                read(name, place: place, into: &draft)
            } else {
                log.add(place, found: "\(quoted(name)) again", expected: "every file once")
            }
        }
        draft.sets.check(log: log)
        draft.sets.checkLonely(log: log)
        return draft
    }

    private func read(_ name: String, place: Place, into draft: inout CatalogueDraft) {
        let isYAML = name.hasSuffix(".yaml") || name.hasSuffix(".yml")
        guard isYAML || name.hasSuffix(".csv") else {
            log.add(place, found: quoted(name), expected: "a file name that ends in .csv, .yaml or .yml")
            return draft.noteUnreadable()
        }
        let path = folder.path(name)
        let limit = isYAML ? FileBytes.yamlAtMost : FileBytes.csvAtMost
        guard let bytes = source.read(place, path: path, atMost: limit, log: log) else {
            return draft.noteUnreadable()
        }
        draft.files.append(ContentFile(path: name, bytes: bytes))
        if isYAML {
            YAMLCatalogue(file: path, items: items, log: log).read(bytes, into: &draft)
        } else {
            CSVCatalogue(file: path, items: items, log: log).read(bytes, into: &draft)
        }
    }
}
