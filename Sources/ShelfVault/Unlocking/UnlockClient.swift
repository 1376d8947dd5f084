import Foundation
package import ShelfModel

/// The command's end of the socket at which a server takes the vault's passphrase.
package enum UnlockClient {
    /// Unlocking takes the server about two seconds, and more on a slow or busy machine.
    package static let patience = TimeSpan.seconds(60)

    /// Gives the server at `path` a passphrase.
    ///
    /// - Returns: what the server says of it, also where it wasn't right.
    package static func unlock(
        at path: String, passphrase: borrowing SecretBytes, patience: TimeSpan = patience
    ) throws(UnlockError) -> UnlockAnswer {
        let connection = try Connection(path, patience)
        try connection.send { stream, deadline throws(UnixStream.Fault) in
            try stream.writeLine(UnlockRequest(deed: .unlock, bytes: passphrase.count), until: deadline)
            try passphrase.withBytes { bytes throws(UnixStream.Fault) in try stream.write(bytes, until: deadline) }
        }
        return try connection.answer()
    }

    /// Asks the server at `path` how it is.
    package static func status(at path: String, patience: TimeSpan = patience) throws(UnlockError) -> String {
        let connection = try Connection(path, patience)
        try connection.send { stream, deadline throws(UnixStream.Fault) in
            try stream.writeLine(UnlockRequest(deed: .status), until: deadline)
        }
        let answer = try connection.answer()
        guard answer.ok else { throw .refused(answer.text) }
        return answer.text
    }

    private struct Connection {
        private let path: String
        private let stream: UnixStream
        private let deadline: ContinuousClock.Instant

        init(_ path: String, _ patience: TimeSpan) throws(UnlockError) {
            (self.path, deadline) = (path, .now + .milliseconds(patience.milliseconds))
            stream = try UnixStream(for: path)
            switch UnixAddress.connect(stream.descriptor, to: path) {
            case 0: break
            case ENOENT, ENOTDIR: throw .missing(path)
            case EACCES, EPERM: throw .denied(path)
            case ECONNREFUSED: throw .abandoned(path)
            case EAGAIN: throw .crowded(path)
            case let code: throw UnlockError(path, code)
            }
        }

        func send(
            _ body: (UnixStream, ContinuousClock.Instant) throws(UnixStream.Fault) -> Void
        ) throws(UnlockError) {
            do {
                try body(stream, deadline)
            } catch .ended {
                // The server needs no more of it, and its answer says why.
            } catch {
                throw self.error(error)
            }
        }

        func answer() throws(UnlockError) -> UnlockAnswer {
            let line: [UInt8]
            do {
                line = try stream.readLine(atMost: UnlockAnswer.bytesAtMost, until: deadline)
            } catch {
                throw self.error(error)
            }
            guard let answer = try? JSONDecoder().decode(UnlockAnswer.self, from: Data(line)) else {
                throw .notUnderstood(path)
            }
            return answer
        }

        private func error(_ fault: UnixStream.Fault) -> UnlockError {
            switch fault {
            case .late: .late(path)
            case .ended, .stopped: .ended(path)
            case .notUnderstood: .notUnderstood(path)
            case .system(let code): UnlockError(path, code)
            }
        }
    }
}
