#if canImport(NIOPosix)
    package import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    package import NIOSSL
    import Synchronization

    /// Sends requests over HTTP/1.1 (RFC 9112) on SwiftNIO, one after the other over each connection. While all
    /// connections are busy, another one is opened.
    ///
    /// A request is stamped when its connection is open, in the same turn of the event loop that writes it to the
    /// socket.
    package final class NIOClient: HTTPClient {
        private let server: URL
        private let nowUs: @Sendable () -> Int64
        private let trust: NIOSSLTrustRoots
        private let idle = Mutex<[any Channel]>([])

        /// - Parameter trust: the certificate authorities that are trusted; by default the system's.
        package init(server: URL, nowUs: @escaping @Sendable () -> Int64, trust: NIOSSLTrustRoots = .default) {
            self.server = server
            self.nowUs = nowUs
            self.trust = trust
        }

        deinit { idle.withLock { $0.forEach { $0.close(promise: nil) } } }

        package func connect(asking path: String) async {}

        package func ask(_ call: HTTPCall) -> AsyncThrowingStream<HTTPAnswer.Part, any Error> {
            AsyncThrowingStream { parts in
                let conversation = Task {
                    do {
                        let origin = try Origin(server)
                        let ask = NIOConversation.Ask(
                            head: origin.request(call), body: ByteBuffer(bytes: call.body),
                            silence: .seconds(call.silence), parts: parts)
                        try await converse(ask, with: origin, isRepeatable: call.isRepeatable)
                        parts.finish()
                    } catch {
                        parts.finish(throwing: HTTPError(error, seconds: call.silence))
                    }
                }
                parts.onTermination = { _ in conversation.cancel() }
            }
        }

        private func converse(_ ask: NIOConversation.Ask, with origin: Origin, isRepeatable: Bool) async throws {
            while isRepeatable, let kept = takeIdle() {
                do {
                    return try await converse(ask, on: kept)
                } catch NIOConversation.Fault.closedUnanswered where !Task.isCancelled {
                    // The server has closed this connection, so the request goes over another one.
                    continue
                }
            }
            let (channel, opened) = try await connection(to: origin)
            do {
                try await converse(ask, on: channel)
            } catch NIOConversation.Fault.closedUnanswered {
                // A connection that ended before the request was written knows the reason.
                try await opened.get()
                throw NIOConversation.Fault.closedUnanswered
            }
        }

        private func converse(_ ask: NIOConversation.Ask, on channel: any Channel) async throws {
            do {
                try await withTaskCancellationHandler {
                    try await channel.writeAndFlush(ask)
                } onCancel: {
                    channel.close(promise: nil)
                }
            } catch ChannelError.ioOnClosedChannel {
                throw NIOConversation.Fault.closedUnanswered
            }
            idle.withLock { $0 = $0.filter(\.isActive) + (channel.isActive ? [channel] : []) }
        }

        private func takeIdle() -> (any Channel)? {
            idle.withLock { channels in
                while let channel = channels.popLast() {
                    if channel.isActive { return channel }
                }
                return nil
            }
        }

        /// A new connection, and whether requests can be sent over it.
        private func connection(to origin: Origin) async throws -> (any Channel, opened: EventLoopFuture<Void>) {
            let tls = origin.isSecure ? try NIOSSLContext(configuration: .client(trusting: trust)) : nil
            return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(.seconds(5))
                .connect(host: origin.host, port: origin.port) { [nowUs] channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        if let tls {
                            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: origin.name))
                        }
                        try pipeline.addHTTPClientHandlers()
                        let opened = channel.eventLoop.makePromise(of: Void.self)
                        try pipeline.addHandler(
                            NIOConversation(isSecure: tls != nil, opened: opened, nowUs: nowUs))
                        return (channel, opened.futureResult)
                    }
                }
        }
    }

    /// The server's address, taken apart.
    private struct Origin {
        let isSecure: Bool
        let host: String
        let port: Int
        private let base: String
        private let authority: String

        init(_ server: URL) throws {
            guard let scheme = server.scheme?.lowercased(), ["http", "https"].contains(scheme),
                let host = server.host(), !host.isEmpty
            else { throw HTTPError.address(server.absoluteString) }
            isSecure = scheme == "https"
            self.host = host
            port = server.port ?? (isSecure ? 443 : 80)
            let path = server.path(percentEncoded: true)
            base = path.hasSuffix("/") ? String(path.dropLast()) : path
            let name = host.contains(":") ? "[\(host)]" : host
            authority = server.port.map { "\(name):\($0)" } ?? name
        }

        /// The server name that is sent for TLS; `nil` for an IP address, which is not allowed there (RFC 6066, section
        /// 3).
        var name: String? {
            (try? SocketAddress(ipAddress: host, port: port)) == nil ? host : nil
        }

        func request(_ call: HTTPCall) -> HTTPRequestHead {
            var head = HTTPRequestHead(
                version: .http1_1, method: HTTPMethod(rawValue: call.method.rawValue), uri: base + call.path,
                headers: ["Host": authority, "Accept": "*/*"])
            if head.uri.isEmpty { head.uri = "/" }
            for (name, value) in call.headers { head.headers.replaceOrAdd(name: name, value: value) }
            if call.method != .get { head.headers.add(name: "Content-Length", value: String(call.body.count)) }
            return head
        }
    }

    extension TLSConfiguration {
        fileprivate static func client(trusting trust: NIOSSLTrustRoots) -> TLSConfiguration {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = trust
            configuration.applicationProtocols = ["http/1.1"]
            return configuration
        }
    }

    extension HTTPError {
        fileprivate init(_ error: any Error, seconds: Int64) {
            self =
                switch error {
                case let error as HTTPError: error
                case NIOConversation.Fault.silent: .silent(seconds: seconds)
                case NIOConversation.Fault.closedUnanswered:
                    .unreachable("it closed the connection before it answered")
                case NIOConversation.Fault.closedInHandshake: .closedInHandshake
                case NIOConversation.Fault.brokenOff: .unreachable("its answer broke off")
                case NIOSSLError.handshakeFailed(let cause) where "\(cause)".contains("WRONG_VERSION_NUMBER"):
                    .unreachable("it doesn't speak TLS there; try http:// instead of https://")
                case NIOSSLError.handshakeFailed(let cause) where "\(cause)".contains("EOF during handshake"):
                    .closedInHandshake
                case let error as NIOConnectionError:
                    .unreachable(error.connectionErrors.last?.words ?? "the name \(error.host) is not known")
                default: .unreachable("\(error)")
                }
        }

        private static let closedInHandshake = Self.unreachable(
            "it closed the connection instead of speaking TLS; perhaps try http:// instead of https://")
    }

    extension SingleConnectionFailure {
        fileprivate var words: String {
            switch error {
            case let error as IOError: String(cString: strerror(error.errnoCode))
            case is ChannelError: "it takes longer than 5 s to connect"
            default: "\(error)"
            }
        }
    }
#endif
