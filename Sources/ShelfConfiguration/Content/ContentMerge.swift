package import ShelfModel

/// Puts the changes between two versions into a third one: file by file, line by line, and of the plan row by row.
package struct ContentMerge: Sendable {
    /// Both have changed the same lines of a file, or the same rows of a store's plan.
    package struct Conflict: Error, Hashable, Sendable {
        package let path: String
    }

    /// Returns a version's files with the changes from `base` to `changed`.
    ///
    /// What the lines mean isn't judged here: the result has to be read, and compared with what was wanted.
    package static func files(
        of version: WrittenContent, with changed: WrittenContent, since base: WrittenContent
    ) throws(Conflict) -> [ContentFile] {
        var merged: [ContentFile] = []
        let files = [base, changed, version].map { version in
            Dictionary(version.files.map { ($0.path, $0.bytes) }) { first, _ in first }
        }
        let paths = Set(files.flatMap(\.keys)).subtracting([ContentFile.plan]).sorted()
        for path in paths {
            if let bytes = try bytes(path, base: files[0][path], ours: files[1][path], theirs: files[2][path]) {
                merged.append(ContentFile(path: path, bytes: bytes))
            }
        }
        return merged + [try plan(of: version.content, with: changed.content, since: base.content)].compactMap(\.self)
    }

    private static func bytes(
        _ path: String, base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?
    ) throws(Conflict) -> [UInt8]? {
        if ours == base || ours == theirs { return theirs }
        if theirs == base { return ours }
        guard let base, let ours, let theirs,
            let lines = ThreeWayMerge.merged(lines(base), lines(ours), lines(theirs))
        else { throw Conflict(path: path) }
        return lines.flatMap(\.self)
    }

    /// The lines, each with its end. A last one without an end gets one, so that another can follow it.
    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        let end = UInt8(ascii: "\n")
        return bytes.split(separator: end, omittingEmptySubsequences: false)
            .dropLast(bytes.last == end ? 1 : 0).map { $0 + [end] }
    }

    private static func plan(
        of content: Content, with changed: Content, since base: Content
    ) throws(Conflict) -> ContentFile? {
        var plans: [(store: String, appearances: [PlannedAppearance])] = []
        let ids = content.stores.map(\.id) + changed.stores.map(\.id).filter { content[store: $0] == nil }
        for id in ids {
            let rows = [base, changed, content].map { $0[store: id]?.rules.plan ?? [] }
            guard let merged = ThreeWayMerge.merged(rows[0], rows[1], rows[2]) else {
                throw Conflict(path: ContentFile.plan)
            }
            plans.append((id, merged))
        }
        return ContentFile.plan(plans)
    }
}
