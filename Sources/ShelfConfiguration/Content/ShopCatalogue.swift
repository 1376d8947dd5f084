package import ShelfModel
import ShelfWire
import Yams

/// The catalogue files that a shop's content names. The content may have errors elsewhere.
package struct ShopCatalogue: Sendable {
    package struct File: Sendable {
        /// As the content names it.
        package let name: String
        /// Of the items that could be read.
        package let ids: Set<Item.ID>
    }

    /// The path of the content file.
    package let contentFile: String
    package let files: [File]
    /// How many bytes a card may have in every store, besides the currency's name.
    package let cardBytes: Int

    /// - Parameter file: the path of the content, or of settings that name it.
    /// - Throws: the problems of a file that can't be read at all.
    package init(file: String, now: Instant) throws(ConfigurationProblems) {
        let log = ProblemLog(file: file)
        guard let content = Self.content(file, log: log) else { throw ConfigurationProblems(log.sorted) }
        contentFile = content.name
        let root = content.root.node.mapping
        let folder = Folder(of: content.name)
        let reader = ItemReader(now: now, zone: .utc)
        files = (root?["catalogue"]?.sequence?.compactMap(\.string) ?? []).map { name in
            let draft = CatalogueFiles(folder: folder, source: .disk, items: reader, log: ProblemLog(file: ""))
                .read([(name, Place(file: name))])
            return File(name: name, ids: draft.names.items)
        }
        let stores = root?["stores"]?.sequence?.compactMap(\.mapping) ?? []
        cardBytes =
            stores.map { store in
                let currency = store["currency"]?.string ?? StoreReader.usualCurrency
                let bytes = store["cardBytes"]?.string.flatMap { Int($0) } ?? StoreReader.usualCardBytes
                return bytes - Card.bytesNeeded(currency: currency)
            }.min() ?? StoreReader.usualCardBytes
    }

    private static func content(_ file: String, log: ProblemLog) -> YAMLFile? {
        guard let read = YAMLFile(file, source: .disk, log: log), let kind = read.kind() else { return nil }
        switch kind {
        case .content: return read
        case .settings:
            let reader = SettingsReader(file: read, environment: [:], secrets: nil, log: log)
            return reader.readContent().flatMap { YAMLFile($0.file, source: .disk, log: log) }
        }
    }
}
