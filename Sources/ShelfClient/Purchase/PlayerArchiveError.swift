public import Foundation

/// Why the archive can't say who the player is.
public enum PlayerArchiveError: Error, Hashable, Sendable {
    /// These files had the player's credential, and none of them can be read any more. They were left as they are.
    case credentialDamaged([URL])
}

extension PlayerArchiveError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .credentialDamaged(let files):
            """
            the player's credential is damaged, and no copy is left; restore \
            \(files.map(\.path).joined(separator: " or ")) from a backup, or move it away to go on as a new player, \
            who owns nothing of what this one bought
            """
        }
    }

    public var errorDescription: String? { description }
}
