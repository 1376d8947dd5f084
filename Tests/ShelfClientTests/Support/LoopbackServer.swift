import Foundation
import Synchronization

/// The smallest HTTP server: it answers each path with bytes that a test gave it.
final class LoopbackServer: Sendable {
    /// What goes over the line, status line and all; a body after which the line stays open ends with nothing.
    struct Reply: Sendable {
        var status = "200 OK"
        var headers: [String] = []
        var body: [UInt8] = []
        var staysOpen = false
    }

    private let listening: Int32
    private let state = Mutex((replies: [String: Reply](), requests: [String](), connections: 0))
    let port: UInt16

    init() throws {
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listening, pointer, size) + listen(listening, 8) + getsockname(listening, pointer, &size)
            }
        }
        guard bound == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listening = listening
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { self.accept() }
    }

    var url: URL { URL(string: "http://127.0.0.1:\(port)")! }
    var requests: [String] { state.withLock { $0.requests } }
    var connections: Int { state.withLock { $0.connections } }

    func reply(to path: String, with reply: Reply) {
        state.withLock { $0.replies[path] = reply }
    }

    func stop() {
        shutdown(listening, Int32(SHUT_RDWR))
        close(listening)
    }

    private func accept() {
        while case let client = Foundation.accept(listening, nil, nil), client >= 0 {
            state.withLock { $0.connections += 1 }
            Thread.detachNewThread { self.serve(client) }
        }
    }

    private func serve(_ client: Int32) {
        defer { close(client) }
        while let request = Self.request(from: client) {
            let path = String(request.split(separator: " ")[1])
            let reply = state.withLock { state in
                state.requests.append(request)
                return state.replies[path] ?? Reply(status: "404 Not Found")
            }
            let length = reply.staysOpen ? [] : ["Content-Length: \(reply.body.count)"]
            let head = (["HTTP/1.1 \(reply.status)"] + reply.headers + length).joined(separator: "\r\n") + "\r\n\r\n"
            let bytes = Array(head.utf8) + reply.body
            guard send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
        }
    }

    private static func request(from client: Int32) -> String? {
        var text = ""
        var piece = [UInt8](repeating: 0, count: 4096)
        while !text.hasSuffix("\r\n\r\n") {
            let count = recv(client, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            text += String(decoding: piece.prefix(count), as: UTF8.self)
        }
        return text
    }
}
