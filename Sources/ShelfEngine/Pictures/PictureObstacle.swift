/// Why no pictures can be made on a machine, and what helps.
package enum PictureObstacle: Error, Hashable, Sendable, CustomStringConvertible {
    /// libvips' tools aren't installed.
    case noTools
    /// Programs can't be confined, or not be started.
    case noChild(ChildFailure)

    init(_ failure: ChildFailure) {
        if case .missing = failure { self = .noTools } else { self = .noChild(failure) }
    }

    package var description: String {
        switch self {
        case .noTools: "libvips' tools aren't installed (Debian: apt-get install --no-install-recommends libvips-tools)"
        case .noChild(let failure): "\(failure)"
        }
    }
}
