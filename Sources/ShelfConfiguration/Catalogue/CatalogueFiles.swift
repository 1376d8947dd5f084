/// Reads the catalogue's files, as the configuration names them.
struct CatalogueFiles {
    let folder: Folder
    let log: ProblemLog

    func read(_ names: [(name: String, place: Place)]) -> CatalogueDraft {
        var draft = CatalogueDraft()
        var seen: Set<String> = []
        for (name, place) in names {
            if seen.insert(name).inserted {
                read(name, place: place, into: &draft)
            } else {
                log.add(place, found: "\(quoted(name)) again", expected: "every file once")
            }
        }
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
        guard let bytes = FileBytes.read(place, path: path, atMost: limit, log: log) else {
            return draft.noteUnreadable()
        }
        if isYAML {
            YAMLCatalogue(file: path, log: log).read(bytes, into: &draft)
        } else {
            CSVCatalogue(file: path, log: log).read(bytes, into: &draft)
        }
    }
}
