import Foundation

/// Binds and connects unix sockets at paths of any length.
///
/// The system's form of an address has room for about a hundred bytes. On Linux a longer path is reached by its
/// folder's descriptor, as `/proc/self/fd/N/name`, so that only the name must fit.
enum UnixAddress {
    /// - Returns: 0, or the system's code for why it can't be done; `ENAMETOOLONG` where the path has no room.
    static func bind(_ socket: Int32, to path: String) -> Int32 {
        with(path) { Foundation.bind(socket, $0, $1) == 0 ? 0 : errno }
    }

    /// - Returns: as ``bind(_:to:)`` does.
    static func connect(_ socket: Int32, to path: String) -> Int32 {
        with(path) { Foundation.connect(socket, $0, $1) == 0 ? 0 : errno }
    }

    private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        if let address = address(path) { return with(address, body) }
        #if os(Linux)
            let name = path.split(separator: "/").last ?? ""
            let folder = open(String(path[..<name.startIndex]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard folder >= 0 else { return errno }
            defer { close(folder) }
            if let address = address("/proc/self/fd/\(folder)/\(name)") { return with(address, body) }
        #endif
        return ENAMETOOLONG
    }

    private static func with(
        _ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// `nil` when the path has no room, with the zero behind it.
    private static func address(_ path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard path.utf8.count < place.count else { return false }
            place.copyBytes(from: path.utf8)
            return true
        }
        return fits ? address : nil
    }
}
