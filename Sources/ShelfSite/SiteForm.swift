/// In which form the pages are served.
package enum SiteForm: Sendable, Hashable {
    /// As esbuild has bundled them.
    case bundle
    /// Module by module, as the program has them, since it has no bundle.
    case modules
    /// Module by module, from a folder that is read again at each request.
    case folder(String)

    package var isReadAgain: Bool { if case .folder = self { true } else { false } }

    /// What an operator should know of it; `nil` where all is as usual.
    package var notice: String? {
        switch self {
        case .bundle: nil
        case .modules:
            "the pages are served module by module, since no bundle lies beside this program; make bundle makes one"
        case .folder(let path):
            "the pages are served from \(path), which is read again at each request; a new file needs a restart"
        }
    }
}
