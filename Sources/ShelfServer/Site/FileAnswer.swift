import Hummingbird
import ShelfSite

/// A file of the site under a path that stays: from memory, or as it is in a folder at each request.
struct FileAnswer: Sendable {
    private let file: SiteFile
    private let kept: SiteAnswer?

    init(_ file: SiteFile) {
        self.file = file
        kept = file.isReadAgain ? nil : SiteAnswer(file)
    }

    func response(to request: Request) -> Response {
        (kept ?? SiteAnswer(file.current())).response(to: request)
    }
}
