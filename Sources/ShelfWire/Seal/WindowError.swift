/// Why a window was refused. The reader continues to use the window that it had before.
public enum WindowError: String, Error, Hashable, Sendable, CaseIterable {
    case tooLarge, magic, headerLength, signature, header, length, store, incarnation, sequence, time, chains, records
}

extension WindowError: CustomStringConvertible {
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
}
