import Hummingbird
import ShelfSite
import ShelfWire

/// A file of the site under a path that stays: from memory, or as it is in a folder at each request.
struct FileAnswer: Sendable {
    private let file: SiteFile
    private let audience: Route.Audience
    private let kept: SiteAnswer?

    /// - Parameter audience: whose pages may read the file.
    init(_ file: SiteFile, for audience: Route.Audience) {
        self.file = file
        self.audience = audience
        kept = file.isReadAgain ? nil : SiteAnswer(file, for: audience)
    }

    func response(to request: Request) -> Response {
        (kept ?? SiteAnswer(file.current(), for: audience)).response(to: request)
    }
}
