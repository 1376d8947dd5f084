import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// Tells operators and designers what takes the shop's space for files.
struct FileRoutes: GatedRoutes {
    let database: any FileDatabase
    let content: ContentHolder
    let pictures: PictureBook

    func add(to router: GatedRouter) {
        router.on(.adminFiles) { _, _ in
            let masters = content.current.masters
            let missing = masters.count { pictures.picture(of: $0) == nil }
            return try await FilesAnswer(
                database.fileUsage(), picturesNamed: masters.count, picturesMissing: missing)
        }
    }
}
