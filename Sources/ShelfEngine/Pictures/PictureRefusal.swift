package import ShelfModel

/// Why no picture is made of a master.
package enum PictureRefusal: Error, Hashable, Sendable {
    /// Its bytes have another SHA-256 than its sender says.
    case otherDigest([UInt8])
    case fault(MasterFault)
    /// An operator has removed this picture.
    case removed
    case noRoom(FileSpace)
    /// Too many masters wait.
    case busy
    /// This server can't make pictures, for the reason given.
    case noWorkshop(PictureObstacle)
}

extension PictureRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .otherDigest: "it has changed since it was read"
        case .fault(let fault): "\(fault)"
        case .removed: "an operator has removed this picture for good; draw another one"
        case .noRoom(let space):
            "the shop has no room for more files: \(space.takenBytes) of \(FileSpace.mostBytes) bytes are taken"
        case .busy: "too many pictures wait"
        case .noWorkshop(let obstacle): "\(obstacle)"
        }
    }
}
