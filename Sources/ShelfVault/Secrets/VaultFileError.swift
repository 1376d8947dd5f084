import Foundation

/// Why a vault's file can't be read or replaced.
package enum VaultFileError: Error, Hashable, CustomStringConvertible {
    case missing(String)
    case alreadyThere(String)
    case inUse(String)
    case tooLarge(String)
    case notAFile(String)
    case empty(String)
    /// Another program has replaced the file.
    case changed(String)
    /// The new vault is there, but the folder wasn't written to the disk.
    case notSynced(String, String)
    /// The system's own word for it.
    case system(String, String)

    init(_ path: String, _ code: Int32) { self = .system(path, String(cString: strerror(code))) }

    package var description: String {
        switch self {
        case .missing(let path):
            """
            there is no vault \(path). If there was one, put it back from a copy: a new one doesn't open what the lost one \
            has sealed. `shelflife vault init --vault \(path)` makes a new one
            """
        case .alreadyThere(let path): "there is a file \(path) already, and it is kept; name another one by --vault"
        case .inUse(let path):
            "another command is changing a vault in the folder of \(path); try again when it has ended. Nothing was changed"
        case .tooLarge(let path): "\(path) is too large for a vault"
        case .notAFile(let path): "\(path) is no file, so it can't be a vault"
        case .empty(let path): "\(path) is empty; restore the vault from a copy"
        case .changed(let path):
            "another program has changed \(path) meanwhile, and nothing was saved; do it once more on the new file"
        case .notSynced(let folder, let reason):
            "the vault is changed, but may not survive a power cut, because \(folder) can't be synced: \(reason)"
        case .system(let path, let reason): "\(path): \(reason)"
        }
    }
}
