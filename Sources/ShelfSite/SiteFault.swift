/// Why the pages can't be served.
package enum SiteFault: Error, Hashable, CustomStringConvertible {
    /// A file or folder that belongs to the program.
    case missingFile(String)
    /// What `SHELFLIFE_SITE` names isn't a folder with all pages.
    case noPages(String)

    package var description: String {
        switch self {
        case .missingFile(let name):
            "the page's file \(name) is missing; install Shelflife with the folder that lies beside its program"
        case .noPages(let path):
            """
            SHELFLIFE_SITE names \(path), which is no folder with the pages' sources; set it to Sources/ShelfSite/Resources, \
            or unset it
            """
        }
    }
}
