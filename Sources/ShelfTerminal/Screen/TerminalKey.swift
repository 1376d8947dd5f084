/// A key that `watch` reacts to.
package enum TerminalKey: Hashable, Sendable {
    case quit
    case next
    case previous
    case move(Arrow)
    case buy

    package enum Arrow: Hashable, Sendable {
        case left, right, up, down
    }

    /// Finds the keys in the bytes of one read from standard input.
    package static func keys(in bytes: some Collection<UInt8>) -> [TerminalKey] {
        var rest = Array(bytes)[...]
        var keys: [TerminalKey] = []
        while !rest.isEmpty {
            let (key, length) = first(in: rest)
            if let key { keys.append(key) }
            rest = rest.dropFirst(length)
        }
        return keys
    }

    private static func first(in bytes: ArraySlice<UInt8>) -> (TerminalKey?, Int) {
        let sequences: [([UInt8], TerminalKey)] = [
            (Array("\u{1B}[C".utf8), .move(.right)), (Array("\u{1B}[B".utf8), .move(.down)),
            (Array("\u{1B}[D".utf8), .move(.left)), (Array("\u{1B}[A".utf8), .move(.up)),
            (Array("\u{1B}[Z".utf8), .previous), (Array("\t".utf8), .next), (Array("\r".utf8), .buy),
            (Array("\n".utf8), .buy), (Array("q".utf8), .quit), (Array("Q".utf8), .quit), ([4], .quit),
        ]
        for (sequence, key) in sequences where bytes.starts(with: sequence) { return (key, sequence.count) }
        return (nil, 1)
    }
}
