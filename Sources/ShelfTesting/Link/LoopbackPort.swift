package import Foundation

/// A port at which nobody answers. It is reserved as long as this object lives.
package final class LoopbackPort: Sendable {
    private let descriptor: Int32
    private let port: UInt16

    package init() throws {
        (descriptor, port) = try Self.bound()
    }

    deinit { close(descriptor) }

    package var url: URL { URL(string: "http://127.0.0.1:\(port)")! }

    /// A socket with a free port.
    static func bound() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) + getsockname(descriptor, pointer, &size)
            }
        }
        guard bound == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }
}
