import Foundation
import ShelfModel

/// A unix socket that is closed when nobody holds it any more. No call on it blocks without a limit.
final class UnixStream: Sendable {
    enum Fault: Error, Hashable {
        /// The other end was closed.
        case ended
        case late
        case stopped
        /// What came is no line, or none that anybody expects.
        case notUnderstood
        case system(Int32)
    }

    let descriptor: Int32
    private let stop: StopSignal?

    /// - Parameter stop: ends every wait.
    init(_ descriptor: Int32, stop: StopSignal? = nil) {
        (self.descriptor, self.stop) = (descriptor, stop)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        #if !os(Linux)
            var yes: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// - Throws: ``UnlockError`` when the process can't have another socket.
    convenience init(for path: String, stop: StopSignal? = nil) throws(UnlockError) {
        #if os(Linux)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw UnlockError(path, errno) }
        self.init(descriptor, stop: stop)
    }

    deinit { close(descriptor) }

    /// The next that has connected to this socket, or `nil` when nobody has.
    func accepted() -> UnixStream? {
        let peer = accept(descriptor, nil, nil)
        return peer >= 0 ? UnixStream(peer, stop: stop) : nil
    }

    /// The user who has connected to this socket.
    func peer() -> uid_t? {
        #if os(Linux)
            // The kernel's `ucred`, which Swift doesn't import: a process, a user and a group.
            var peer: [UInt32] = [0, 0, 0]
            var size = socklen_t(peer.count * MemoryLayout<UInt32>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, size == 12 else { return nil }
            return peer[1]
        #else
            var (user, group): (uid_t, gid_t) = (0, 0)
            return getpeereid(descriptor, &user, &group) == 0 ? user : nil
        #endif
    }

    /// A single byte is read, so that what follows it stays in the kernel until its own place is ready.
    func readByte(until deadline: ContinuousClock.Instant) throws(Fault) -> UInt8 {
        var byte: UInt8 = 0
        while true {
            switch recv(descriptor, &byte, 1, 0) {
            case 1: return byte
            case 0: throw .ended
            default: try wait(for: Int16(POLLIN), until: deadline)
            }
        }
    }

    /// Reads up to the next line end, which isn't part of the line.
    func readLine(atMost limit: Int, until deadline: ContinuousClock.Instant) throws(Fault) -> [UInt8] {
        var line: [UInt8] = []
        while true {
            let byte = try readByte(until: deadline)
            if byte == UInt8(ascii: "\n") { return line }
            guard line.count < limit else { throw .notUnderstood }
            line.append(byte)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, until deadline: ContinuousClock.Instant) throws(Fault) {
        #if os(Linux)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var sent = 0
        while sent < bytes.count {
            let count = send(descriptor, bytes.baseAddress! + sent, bytes.count - sent, flags)
            if count >= 0 { sent += count } else { try wait(for: Int16(POLLOUT), until: deadline) }
        }
    }

    func writeLine(_ value: some Encodable, until deadline: ContinuousClock.Instant) throws(Fault) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Requests and answers have texts and whole numbers only: this can't fail.
        let line = Array(try! encoder.encode(value)) + [UInt8(ascii: "\n")]
        try line.withUnsafeBufferPointer { line throws(Fault) in
            try write(UnsafeRawBufferPointer(line), until: deadline)
        }
    }

    /// Waits until the socket is ready, after a call has said by `errno` that it isn't.
    private func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws(Fault) {
        switch errno {
        case EAGAIN: try wait(for: events, until: deadline as ContinuousClock.Instant?)
        case EINTR: return
        case EPIPE, ECONNRESET: throw .ended
        case let code: throw .system(code)
        }
    }

    /// - Parameters:
    ///   - events: what to wait for; nothing but the stop when it is 0.
    ///   - deadline: `nil` waits for ever.
    func wait(for events: Int16, until deadline: ContinuousClock.Instant?) throws(Fault) {
        while true {
            var watched = [pollfd(fd: descriptor, events: events, revents: 0)]
            if events == 0 { watched = [] }
            if let stop { watched.append(pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)) }
            let ready = poll(&watched, nfds_t(watched.count), deadline.map(Self.milliseconds) ?? -1)
            if ready < 0, errno != EINTR { throw .system(errno) }
            if stop != nil, ready > 0, watched.last?.revents != 0 { throw .stopped }
            if ready > 0 { return }
            if let deadline, deadline <= .now { throw .late }
        }
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let rest = deadline - .now
        return Int32(
            clamping: max(0, rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000 + 1))
    }
}
