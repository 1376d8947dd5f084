import Foundation

/// The environment variable `SHELFLIFE_SITE`.
enum SiteVariable {
    /// The folder with the pages' sources that it names; `nil` when it isn't set.
    static var folder: String? {
        ProcessInfo.processInfo.environment["SHELFLIFE_SITE"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
