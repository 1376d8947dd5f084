package import ShelfModel

/// How a release of a pack becomes another one: which levels stay, as runs of places, and which come new.
package struct PackDelta: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// Levels of the former release from this place on, counted from 0.
        case keep(from: Int, count: Int)
        /// A level that is new or changed.
        case put(Level)
    }

    /// The former release's ``ShelfModel/Pack/content``, 32 bytes.
    package let from: [UInt8]
    package let to: [UInt8]
    /// The least engine version afterwards.
    package let engine: Int
    /// The levels afterwards, in order.
    package let steps: [Step]

    /// Both must be of one pack.
    package init(from before: Pack, to after: Pack) {
        precondition(before.id == after.id, "a delta is of one pack")
        (from, to, engine) = (before.content, after.content, after.engine)
        let places = Dictionary(uniqueKeysWithValues: before.levels.enumerated().map { ($1.id, $0) })
        var steps: [Step] = []
        for level in after.levels {
            guard let place = places[level.id],
                LevelFields.bytes(of: before.levels[place]) == LevelFields.bytes(of: level)
            else {
                steps.append(.put(level))
                continue
            }
            if case .keep(let start, let count)? = steps.last, start + count == place {
                steps[steps.count - 1] = .keep(from: start, count: count + 1)
            } else {
                steps.append(.keep(from: place, count: 1))
            }
        }
        self.steps = steps
    }

    /// - Throws: ``PackFault``.
    package func applied(to before: Pack) throws(PackFault) -> Pack {
        guard before.content == from else { throw .otherRelease }
        var levels: [Level] = []
        for step in steps {
            switch step {
            case .put(let level): levels.append(level)
            case .keep(let start, let count):
                guard (0...before.levels.count).contains(start), (0...before.levels.count - start).contains(count)
                else { throw .unreadable }
                levels += before.levels[start..<start + count]
            }
            guard levels.count <= Pack.mostLevels else { throw .tooLarge }
        }
        let after = Pack(id: before.id, engine: engine, levels: levels)
        try after.check()
        guard after.content == to else { throw .otherContent }
        return after
    }
}

extension PackDelta {
    /// As it is written, before it is compressed.
    package var bytes: [UInt8] {
        var fields = LevelFields()
        fields.write(from)
        fields.write(to)
        fields.write(engine)
        for step in steps {
            switch step {
            case .keep(let start, let count):
                fields.write(start)
                fields.write(count)
            case .put(let level):
                fields.write("level")
                fields.write(level)
            }
        }
        return fields.bytes
    }

    /// - Throws: ``PackFault/unreadable``.
    package init(bytes: [UInt8]) throws(PackFault) {
        var reader = LevelFieldReader(bytes)
        (from, to, engine) = (try reader.blob(), try reader.blob(), try reader.number())
        guard from.count == 32, to.count == 32 else { throw .unreadable }
        var steps: [Step] = []
        while !reader.isAtEnd {
            if reader.isTextNext {
                guard try reader.text() == "level" else { throw .unreadable }
                steps.append(.put(try reader.level()))
            } else {
                steps.append(.keep(from: try reader.number(), count: try reader.number()))
            }
        }
        self.steps = steps
    }
}
