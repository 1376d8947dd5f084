import ShelfModel
import Yams

/// Reads a content file, and the files that belong to it.
struct ContentReader {
    /// The keys of the file, in the order in which they are explained.
    static let keys = ["title", "catalogue", "stores"]

    let file: YAMLFile
    let source: FileSource
    let now: Instant
    let published: PublishedContent
    let zones: ZoneSource
    let log: ProblemLog

    private var folder: Folder { Folder(of: file.name) }

    /// Returns `nil` and reports errors when the content can't be read.
    func read() -> LoadedContent? {
        guard let fields = file.root.fields(Self.keys) else { return nil }
        let title = fields.read("title", .label, else: "Shelflife")
        let zones = ZoneReader(zones)
        let draft = catalogue(fields, zones)
        let ids = fields["stores"]?.elements.compactMap { $0.node.mapping?["id"]?.string } ?? []
        let plan = PlanFile(folder: folder, source: source, log: log).read(stores: ids)
        let stores = StoreList(names: draft.names, zones: zones, plans: plan.stores)
            .read(required("stores", in: fields, expected: "a list of stores"))
        check(stores, draft: draft)
        let packs = PackFolders(folder: folder, source: source, log: log).read()
        checkNames(draft.files, at: fields.place(of: "catalogue"))
        checkUnnamed(fields)
        log.noteCancellation()
        guard let title, let catalogue = draft.catalogue, log.errorCount == 0 else { return nil }
        let content = ContentFile(path: ContentFile.content, bytes: file.bytes)
        return LoadedContent(
            content: Content(title: title, catalogue: catalogue, stores: stores.map(\.store), packs: packs.packs),
            file: file.name, files: ([content] + plan.files + draft.files + packs.list).sortedByPath,
            packPaths: packs.paths)
    }

    private func catalogue(_ fields: Fields, _ zones: ZoneReader) -> CatalogueDraft {
        guard let field = required("catalogue", in: fields, expected: "a list of files"),
            let elements = field.list(of: "files")
        else {
            var draft = CatalogueDraft()
            draft.noteUnreadable()
            return draft
        }
        let names = elements.compactMap { element in element.read(.path).map { ($0, element.place) } }
        let before = log.errorCount
        let items = ItemReader(now: now, zone: Self.zone(stores: fields["stores"], zones))
        var draft = CatalogueFiles(folder: folder, source: source, items: items, log: log).read(names)
        PictureFiles(folder: folder, source: source, log: log).give(
            to: &draft, isWhole: log.errorCount == before && names.count == elements.count)
        draft.isSound = log.errorCount == before && names.count == elements.count
        return draft
    }

    /// The zone that all stores have; UTC where they have different ones or none.
    private static func zone(stores: Field?, _ zones: ZoneReader) -> Zone {
        let all = Set(stores?.node.sequence?.map { zones.peek($0.mapping) } ?? [])
        guard let zone = all.first, all.count == 1 else { return .utc }
        return zone ?? .utc
    }

    private func required(_ key: String, in fields: Fields, expected: String) -> Field? {
        if let field = fields[key] { return field }
        log.add(fields.place(of: key), found: "nothing", expected: expected)
        return nil
    }

    private func check(_ stores: [StoreDraft], draft: CatalogueDraft) {
        let checks = StoreChecks(stores: stores, log: log)
        checks.checkWindows()
        checks.checkCards(draft.items)
        checks.checkRoom(draft.items)
        guard let catalogue = draft.catalogue, checks.checkRules(items: catalogue.items.count) else { return }
        // Items that can't be read would look missing.
        if draft.isSound { checks.checkChoices(catalogue, from: now) }
        checks.checkPlans(catalogue, hasAllItems: draft.isSound, from: now, published: published)
    }

    /// Checks that a content version has no file that nothing names, lest settings with their secrets get into one.
    private func checkUnnamed(_ fields: Fields) {
        guard case .memory(let files) = source else { return }
        let catalogue = fields["catalogue"]?.elements.compactMap(\.scalar) ?? []
        let named = Set(catalogue + [ContentFile.content, ContentFile.plan, PictureList.path, PackList.path])
        for path in files.keys.filter({ !named.contains($0) }).sorted() {
            log.add(
                Place(file: path), found: "a file that the content doesn't name", alike: "unnamed",
                expected: "catalogue files that \(ContentFile.content) names; settings are never published")
        }
    }

    /// Checks that no catalogue file has a name that means something else in a content version.
    private func checkNames(_ catalogue: [ContentFile], at place: Place) {
        for file in catalogue where [ContentFile.content, ContentFile.plan].contains(file.path) {
            log.add(
                place, found: quoted(file.path),
                expected: "another name for a catalogue file, since a content version calls another file so")
        }
    }
}

extension [ContentFile] {
    fileprivate var sortedByPath: [ContentFile] {
        sorted { one, other in one.path.utf8.lexicographicallyPrecedes(other.path.utf8) }
    }
}
