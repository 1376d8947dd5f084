package import ShelfModel

/// Content, and the files that it was read from.
package struct WrittenContent: Hashable, Sendable {
    package let files: [ContentFile]
    package let content: Content

    package init(_ files: [ContentFile], _ content: Content) {
        (self.files, self.content) = (files, content)
    }
}

extension WrittenContent {
    /// What differs in the comments of files that both have. Nothing of it changes what players see, but it is somebody's
    /// work.
    package func commentChanges(to other: WrittenContent) -> [ContentChange] {
        let others = Dictionary(other.files.map { ($0.path, $0) }) { first, _ in first }
        return files.flatMap { file -> [ContentChange] in
            guard let changed = others[file.path], changed.bytes != file.bytes else { return [] }
            let (old, new) = (file.comments, changed.comments)
            func change(_ before: String?, _ after: String?) -> ContentChange {
                ContentChange(subject: file.path, field: ContentChange.comments, before: before, after: after)
            }
            let (known, kept) = (Set(old), Set(new))
            return old.filter { !kept.contains($0) }.map { change($0, nil) }
                + new.filter { !known.contains($0) }.map { change(nil, $0) }
        }
    }
}

extension ContentFile {
    /// The comments of a YAML file that people write, each from its `#` to the end of the line. Of a value that has such
    /// a sign after a space, the rest counts as one, too.
    fileprivate var comments: [String] {
        guard path != ContentFile.plan, path.hasSuffix(".yaml") || path.hasSuffix(".yml") else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            line.indices.first { index in
                line[index] == "#" && (index == line.startIndex || line[line.index(before: index)].isWhitespace)
            }.map { String(line[$0...]) }
        }
    }
}
