import Foundation
import NIOCore

/// Why the server can't listen where it should.
package enum ListenError: Error, Hashable {
    case addressInUse(Listener, host: String, port: Int)
    case cannotListen(Listener, host: String, port: Int, why: String)

    /// Who listens.
    package enum Listener: Hashable, Sendable {
        case server
        case desk
    }

    /// Runs `body`, which listens.
    ///
    /// - Throws: ``ListenError`` for what the system says about the address, and every other error as it is.
    static func explaining<Value>(
        _ listener: Listener, host: String, port: Int, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let error as IOError {
            guard error.errnoCode != EADDRINUSE else { throw addressInUse(listener, host: host, port: port) }
            throw cannotListen(listener, host: host, port: port, why: String(cString: strerror(error.errnoCode)))
        } catch is SocketAddressError.UnknownHost {
            throw cannotListen(listener, host: host, port: port, why: "no such name is known")
        }
    }
}

extension ListenError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .addressInUse(.server, let host, let port):
            "port \(port) of \(host) is in use; choose another with --port (make demo: PORT=\(port + 1))"
        case .addressInUse(.desk, let host, let port):
            "port \(port) of \(host) is in use; choose another for the desk with --desk-port or desk.port"
        case .cannotListen(.server, let host, let port, let why):
            """
            the server can't listen on port \(port) of \(host): \(why); choose an address of this machine with --host, \
            and a port from 1024 on with --port
            """
        case .cannotListen(.desk, let host, let port, let why):
            """
            the desk can't listen on port \(port) of \(host): \(why); choose an address of this machine with desk.host, \
            and a port from 1024 on with --desk-port or desk.port
            """
        }
    }
}
