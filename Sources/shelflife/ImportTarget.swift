import Foundation
import ShelfConfiguration
import ShelfModel
import ShelfSample

/// Where an import goes: the shop, and the catalogue file in it.
struct ImportTarget {
    /// The path of the settings or the content that the shop's folder has.
    let shop: String
    let catalogue: ShopCatalogue
    /// The catalogue file's name.
    let name: String

    /// - Parameters:
    ///   - table: the path of the table, after which the catalogue file is named.
    ///   - named: its name instead of that.
    init(shop: String, catalogue: ShopCatalogue, table: String, as named: String?) {
        (self.shop, self.catalogue) = (shop, catalogue)
        let stem = URL(filePath: table).deletingPathExtension().lastPathComponent
        let id = ProposedIDs.id(of: stem)
        let usual = "\(id.isEmpty ? "items" : id).csv"
        let path = URL(filePath: catalogue.contentFile).deletingLastPathComponent().appending(path: usual).path
        let isTable = ImportedPictures.real(path) == ImportedPictures.real(table) && ImportedPictures.real(path) != nil
        name = named ?? (isTable ? "\(id)-items.csv" : usual)
    }

    /// The folder of the content file.
    var folder: URL { URL(filePath: catalogue.contentFile).deletingLastPathComponent() }

    func url(_ path: String) -> URL { folder.appending(path: path) }

    /// The starter's file, if the shop has no other yet.
    var starter: ShopCatalogue.File? {
        let files = catalogue.files
        return files.count == 1 && name != StarterShop.catalogue
            ? files.first { $0.name == StarterShop.catalogue } : nil
    }

    /// What an earlier import of the same table has written; `nil` where there was none.
    var former: ShopCatalogue.File? { catalogue.files.first { $0.name == name } }

    /// The ids of the other catalogue files' items, and the files.
    var usedIDs: [Item.ID: String] {
        let others = catalogue.files.filter { $0.name != name && $0.name != starter?.name }
        return Dictionary(others.flatMap { file in file.ids.map { ($0, file.name) } }) { first, _ in first }
    }
}
