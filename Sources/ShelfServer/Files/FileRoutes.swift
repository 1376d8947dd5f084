import Hummingbird
import ShelfDatabase
import ShelfModel
import ShelfWire

/// Tells operators and designers what takes the shop's space for files.
struct FileRoutes: RouteSet {
    let access: AdminAccess
    let database: any FileDatabase

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.adminFiles) { request, context in
            try await access.look(request, context) { try await (FilesAnswer(database.fileUsage()), nil) }
        }
    }
}
