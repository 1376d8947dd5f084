public import Foundation

/// Why a window was refused. The reader continues to use the window that it had before.
public enum WindowError: String, Error, Hashable, Sendable, CaseIterable {
    /// It is larger than a window may be.
    case tooLarge
    /// It doesn't begin as a window does.
    case magic
    /// Its header's length can't be true.
    case headerLength
    /// It isn't signed with the pinned key.
    case signature
    /// Its header can't be read.
    case header
    /// It was cut, or something was added.
    case length
    /// It is another store's.
    case store
    /// It is from before the store began anew.
    case incarnation
    /// It is older than the one at hand.
    case sequence
    /// It isn't for this time.
    case time
    /// Its key chains contradict what is known.
    case chains
    /// Its listings contradict each other, or leave a gap.
    case records
}

extension WindowError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .tooLarge: "the window is over 4 MiB; check that the address is a Shelflife server's"
        case .magic: "this is no window file; check that the address is a Shelflife server's"
        case .headerLength: "the window's header is longer than the file or than 64 KiB; it was cut or damaged"
        case .signature: "the window is not signed with the pinned key; check the key, or the file was changed"
        case .header: "the window's header doesn't say what version 2 must say"
        case .length: "the window is shorter or longer than its header says; it was cut or damaged"
        case .store: "the window is another store's"
        case .incarnation: "the window is from before the store began anew; a cache in between may serve old files"
        case .sequence: "the window is older than the one at hand"
        case .time: "the window is not for this time"
        case .chains: "the window's key chains contradict what is known of them"
        case .records: "the window's listings are out of order, out of range, or leave a position uncovered"
        }
    }

    public var errorDescription: String? { description }
}
