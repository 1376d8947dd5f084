import ShelfSite
import ShelfWire

/// The page's script and style sheet, by the addresses that the page names, and their source maps.
///
/// While servers are replaced by those of another version, a page of the one may ask the other for its script. It gets
/// the other's, which does the same, and doesn't keep it. A source map fits one version only.
struct AssetAnswers: Sendable {
    private let current: [String: SiteAnswer]
    private let instead: [String: SiteAnswer]

    init(_ assets: [SiteFile]) {
        current = Dictionary(uniqueKeysWithValues: assets.map { ($0.path, SiteAnswer($0, for: .everyone)) })
        let passing = assets.filter { !$0.path.hasSuffix(".map") }.map {
            (Self.kind($0.path), SiteAnswer($0.bytes, type: $0.type, headers: AnswerFields.anyOrigin))
        }
        instead = Dictionary(uniqueKeysWithValues: passing)
    }

    /// - Returns: `nil` for what no version names so.
    subscript(path: String) -> SiteAnswer? { current[path] ?? instead[Self.kind(path)] }

    /// The path with its hash left out, which is as esbuild writes it.
    private static func kind(_ path: String) -> String {
        path.replacing(#/-[A-Z2-7]{8}(?=\.)/#, with: "")
    }
}
