package import Foundation
import Synchronization

/// A minimal HTTP server that answers each path with bytes given by a test.
package final class LoopbackServer: Sendable {
    /// An answer, from the status line to what follows the body.
    package struct Reply: Sendable {
        package var status: String
        package var headers: [String]
        package var body: [UInt8]
        package var ending: Ending

        package init(
            status: String = "200 OK", headers: [String] = [], body: [UInt8] = [], ending: Ending = .complete
        ) {
            self.status = status
            self.headers = headers
            self.body = body
            self.ending = ending
        }
    }

    /// What follows the body.
    package enum Ending: Sendable {
        /// The connection stays open for the next request.
        case complete
        /// Nothing more comes, and the connection stays open.
        case open
        /// The connection is closed, without a header that announces it.
        case hangUp
        /// The connection is closed before all of the announced body has been sent.
        case breakOff
        /// The connection is closed without an answer.
        case unanswered
    }

    private let listening: Int32
    private let state = Mutex(
        (replies: [String: Reply](), requests: [String](), connections: 0, openConnections: 0, isStopped: false))
    package let port: UInt16

    package init() throws {
        (listening, port) = try LoopbackPort.bound()
        guard listen(listening, 8) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        Thread.detachNewThread { self.accept() }
    }

    package var url: URL { URL(string: "http://127.0.0.1:\(port)")! }
    package var requests: [String] { state.withLock { $0.requests } }
    package var connections: Int { state.withLock { $0.connections } }

    package var openConnections: Int { state.withLock { $0.openConnections } }

    package func reply(to path: String, with reply: Reply) {
        state.withLock { $0.replies[path] = reply }
    }

    package func stop() {
        state.withLock { state in
            if !state.isStopped { shutdown(listening, Int32(SHUT_RDWR)) }
            state.isStopped = true
        }
    }

    /// Closes the socket in the thread that uses it. If another thread closed it, its number could belong to another
    /// socket when this thread uses it again.
    private func accept() {
        defer {
            state.withLock { $0.isStopped = true }
            close(listening)
        }
        while case let client = Foundation.accept(listening, nil, nil), client >= 0 {
            state.withLock { state in
                state.connections += 1
                state.openConnections += 1
            }
            Thread.detachNewThread { self.serve(client) }
        }
    }

    private func serve(_ client: Int32) {
        defer {
            close(client)
            state.withLock { $0.openConnections -= 1 }
        }
        while let request = Self.request(from: client) {
            let path = String(request.split(separator: " ")[1])
            let reply = state.withLock { state in
                state.requests.append(request)
                return state.replies[path] ?? Reply(status: "404 Not Found")
            }
            guard reply.ending != .unanswered else { return }
            let length = reply.announced.map { ["Content-Length: \($0)"] } ?? []
            let head = (["HTTP/1.1 \(reply.status)"] + reply.headers + length).joined(separator: "\r\n") + "\r\n\r\n"
            let bytes = Array(head.utf8) + reply.body
            guard send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count, reply.goesOn else { return }
        }
    }

    /// Reads a complete request with its body.
    private static func request(from client: Int32) -> String? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while !isWhole(bytes) {
            let count = recv(client, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            bytes += piece.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
        let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
        return bytes.count - end.upperBound >= length.flatMap { Int($0.dropFirst(16)) } ?? 0
    }
}

extension LoopbackServer.Reply {
    fileprivate var announced: Int? {
        switch ending {
        case .complete, .hangUp: body.count
        case .open, .unanswered: nil
        case .breakOff: body.count + 1
        }
    }

    fileprivate var goesOn: Bool {
        switch ending {
        case .complete, .open: true
        case .hangUp, .breakOff, .unanswered: false
        }
    }
}
