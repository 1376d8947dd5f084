package import Foundation

/// A folder whose files are served under their paths in it.
package struct SiteFolder: Sendable {
    private let root: URL

    package init(_ root: URL) { self.root = root }

    /// Whether it is a folder.
    var exists: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static let types = [
        "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
        "html": SiteFile.pageType, "json": "application/json", "map": "application/json", "tgz": SiteFile.packedType,
    ]
    /// In it, an address names the content.
    private static let assets = "assets/"

    /// All files of a type that is served; none where there is no folder.
    func files(areReadAgain: Bool = false) throws -> [SiteFile] {
        let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try names.compactMap { name in
            let isHidden = (name as NSString).lastPathComponent.hasPrefix(".")
            guard !isHidden, let type = Self.types[(name as NSString).pathExtension] else { return nil }
            return try file(name, type: type, isReadAgain: areReadAgain)
        }
    }

    /// A page, which has an address of its own.
    ///
    /// - Throws: ``SiteFault/missingFile(_:)``.
    func page(_ name: String, isReadAgain: Bool) throws -> SiteFile {
        do {
            return try file(name, type: SiteFile.pageType, isReadAgain: isReadAgain)
        } catch {
            throw SiteFault.missingFile(name)
        }
    }

    private func file(_ name: String, type: String, isReadAgain: Bool) throws -> SiteFile {
        let source = root.appending(path: name)
        return SiteFile(
            path: "/\(name)", type: type, bytes: Array(try Data(contentsOf: source)),
            lasts: name.hasPrefix(Self.assets), source: isReadAgain ? source : nil)
    }
}
