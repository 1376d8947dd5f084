/// Why a pack's file isn't taken. Nothing was changed.
package enum PackFault: Error, Hashable, Sendable {
    /// It isn't what a pack's file has to be, in form or in size.
    case unreadable
    /// It was made from another release than the one that is there.
    case otherRelease
    /// Its rows are others than its digest says.
    case otherContent
    /// It has more levels or bytes than a pack may have.
    case tooLarge
    /// The file can't be read or written, with what the system or SQLite says.
    case storage(String)
}

extension PackFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable: "it is no file of a pack, or it is damaged; fetch or build it again"
        case .otherRelease: "it was made from another release than the one that is there; fetch the snapshot"
        case .otherContent: "its levels are others than its digest says; fetch or build it again"
        case .tooLarge: "it has more levels or bytes than a pack may have"
        case .storage(let why): why
        }
    }
}
