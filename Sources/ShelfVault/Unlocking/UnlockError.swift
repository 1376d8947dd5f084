import Foundation

/// Why a server can't be asked over its socket, or can't make one.
package enum UnlockError: Error, Hashable, CustomStringConvertible {
    case missing(String)
    case denied(String)
    /// The socket is there, but nobody listens.
    case abandoned(String)
    /// So many others are asking that there is no room to wait.
    case crowded(String)
    case late(String)
    /// The server closed the connection before it had answered.
    case ended(String)
    case notUnderstood(String)
    /// The server's own words.
    case refused(String)
    case notASocket(String)
    case tooLong(String)
    /// The system's own word for it.
    case system(String, String)

    init(_ path: String, _ code: Int32) {
        self = code == ENAMETOOLONG ? .tooLong(path) : .system(path, String(cString: strerror(code)))
    }

    package var description: String {
        switch self {
        case .missing(let path):
            "there is no socket \(path): no server runs on this data folder, or it was started without a vault; --data names another folder"
        case .denied(let path):
            "\(path) may be used by the server's own user and by root only; run the command as that user, such as by `sudo -u shelflife`"
        case .abandoned(let path): "nobody listens at \(path): the server that made it has ended; start it again"
        case .crowded(let path): "too many others are asking the server at \(path); try again in a few seconds"
        case .late(let path):
            "the server at \(path) didn't answer in time, and may still be at work; `shelflife vault status` tells whether it is unlocked"
        case .ended(let path):
            "the server at \(path) ended the connection without an answer; see its log, and try again when it runs"
        case .notUnderstood(let path):
            "what the server at \(path) answers isn't understood; use the command of the version that the server has"
        case .refused(let text): text
        case .notASocket(let path):
            "\(path) is no socket, and it is kept; move it away, since the server needs the place to be unlocked"
        case .tooLong(let path): "the path of the socket \(path) is too long for this system; use a shorter data folder"
        case .system(let path, let reason): "\(path): \(reason)"
        }
    }
}
