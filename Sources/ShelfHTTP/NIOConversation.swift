#if canImport(NIOPosix)
    import Foundation
    package import NIOCore
    package import NIOHTTP1
    import NIOTLS

    /// The requests and answers of one connection, one after the other.
    ///
    /// A request is written as an ``Ask``. The write's promise is fulfilled when the answer is complete.
    package final class NIOConversation: ChannelDuplexHandler {
        package typealias InboundIn = HTTPClientResponsePart
        package typealias OutboundIn = Ask
        package typealias OutboundOut = HTTPClientRequestPart

        package struct Ask: Sendable {
            let head: HTTPRequestHead
            let body: ByteBuffer
            let silence: TimeAmount
            let parts: AsyncThrowingStream<HTTPAnswer.Part, any Error>.Continuation

            package init(
                head: HTTPRequestHead, body: ByteBuffer = ByteBuffer(), silence: TimeAmount,
                parts: AsyncThrowingStream<HTTPAnswer.Part, any Error>.Continuation
            ) {
                (self.head, self.body, self.silence, self.parts) = (head, body, silence, parts)
            }
        }

        package enum Fault: Error {
            /// The server was silent for longer than the request allows.
            case silent
            /// The connection ended before any of the answer came, so the request may be sent again.
            case closedUnanswered
            /// The connection ended before TLS was agreed on.
            case closedInHandshake
            /// The connection ended in the middle of the answer.
            case brokenOff
        }

        private struct Current {
            let ask: Ask
            let promise: EventLoopPromise<Void>?
            var silence: Scheduled<Void>?
            var sentUs: Int64 = 0
            var isAnswered = false
            var keepsAlive = false
        }

        private let nowUs: @Sendable () -> Int64
        private let opened: EventLoopPromise<Void>?
        private var isConnected: Bool
        private var current: Current?

        /// - Parameter opened: is fulfilled when requests can be sent, and fails with the reason why none ever can.
        package init(
            isSecure: Bool, opened: EventLoopPromise<Void>? = nil, nowUs: @escaping @Sendable () -> Int64
        ) {
            isConnected = !isSecure
            self.opened = opened
            self.nowUs = nowUs
            if isConnected { opened?.succeed() }
        }

        package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard context.channel.isActive else {
                promise?.fail(Fault.closedUnanswered)
                return
            }
            current = Current(ask: unwrapOutboundIn(data), promise: promise)
            listen(context)
            if isConnected { send(context) }
        }

        package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .handshakeCompleted? = event as? TLSUserEvent {
                isConnected = true
                opened?.succeed()
                if current != nil { send(context) }
            }
            context.fireUserInboundEventTriggered(event)
        }

        /// Stamps the request and puts it on the socket within one turn of the event loop.
        private func send(_ context: ChannelHandlerContext) {
            guard let ask = current?.ask else { return }
            current?.sentUs = nowUs()
            context.write(wrapOutboundOut(.head(ask.head)), promise: nil)
            if ask.body.readableBytes > 0 {
                context.write(wrapOutboundOut(.body(.byteBuffer(ask.body))), promise: nil)
            }
            context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenFailure { _ in
                self.fail(Fault.closedUnanswered, context)
            }
        }

        package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            listen(context)
            switch unwrapInboundIn(data) {
            case .head(let head): begin(head)
            case .body(let bytes):
                let piece = HTTPAnswer.Piece(bytes: Array(bytes.readableBytesView), receivedUs: nowUs())
                current?.ask.parts.yield(.body(piece))
            case .end:
                let keepsAlive = current?.keepsAlive == true
                finish(nil)
                if !keepsAlive { context.close(promise: nil) }
            }
        }

        private func begin(_ head: HTTPResponseHead) {
            guard let asked = current else { return }
            current?.isAnswered = true
            current?.keepsAlive = head.isKeepAlive
            asked.ask.parts.yield(
                .head(
                    HTTPAnswer.Head(status: Int(head.status.code), sentUs: asked.sentUs) {
                        head.headers.first(name: $0)
                    }))
        }

        /// Restarts the time for which the server may be silent.
        private func listen(_ context: ChannelHandlerContext) {
            guard let silence = current?.ask.silence else { return }
            current?.silence?.cancel()
            current?.silence = context.eventLoop.assumeIsolated().scheduleTask(in: silence) {
                self.fail(Fault.silent, context)
            }
        }

        package func errorCaught(context: ChannelHandlerContext, error: any Error) {
            let isReset = [ECONNRESET, EPIPE].contains((error as? IOError)?.errnoCode)
            fail(isReset ? ending : error, context)
        }

        package func channelInactive(context: ChannelHandlerContext) {
            finish(ending)
            context.fireChannelInactive()
        }

        package func handlerRemoved(context: ChannelHandlerContext) {
            opened?.fail(ending)
        }

        /// What it means that the connection ends now, in order or by a reset.
        private var ending: Fault {
            guard isConnected else { return .closedInHandshake }
            return current?.isAnswered == true ? .brokenOff : .closedUnanswered
        }

        private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
            finish(error)
            context.close(promise: nil)
        }

        private func finish(_ error: (any Error)?) {
            if let error { opened?.fail(error) }
            guard let asked = current else { return }
            current = nil
            asked.silence?.cancel()
            if let error { asked.promise?.fail(error) } else { asked.promise?.succeed() }
        }
    }
#endif
