/// Reads items from a YAML file that contains a list of items.
struct YAMLCatalogue {
    let file: String
    let items: ItemReader
    let log: ProblemLog

    func read(_ bytes: [UInt8], into draft: inout CatalogueDraft) {
        guard let elements = YAMLSource.root(bytes, file: file, log: log)?.list(of: "items") else {
            return draft.noteUnreadable()
        }
        guard draft.takes(elements.count, at: Place(file: file), log: log) else { return }
        for element in elements where !Task.isCancelled {
            if let fields = element.fields(ItemReader.columns) {
                draft.add(fields, read: items)
            } else {
                draft.noteUnreadable()
            }
        }
    }
}
