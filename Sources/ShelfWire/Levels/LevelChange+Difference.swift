package import ShelfModel

extension ContentDifferenceAnswer.LevelChange {
    package init(_ entry: PackDifference.Entry) {
        switch entry.change {
        case .added(let place): self.init(level: entry.level, kind: "added", to: place)
        case .removed(let place): self.init(level: entry.level, kind: "removed", from: place)
        case .changed(let fields): self.init(level: entry.level, kind: "changed", fields: fields)
        case .moved(let former, let place): self.init(level: entry.level, kind: "moved", from: former, to: place)
        }
    }
}
