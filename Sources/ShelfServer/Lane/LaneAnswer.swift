import HTTPTypes
import NIOCore

/// An answer as the bytes that go over the wire, for as long as its second lasts.
final class LaneAnswer {
    /// What was asked, and so which of the bytes are sent.
    enum Form {
        case whole, head, notModified
    }

    let route: LaneRoute
    let ready: ReadyReply
    private let entityTag: [UInt8]?
    private let head: ByteBuffer
    private let notModified: ByteBuffer
    /// Head and content, or the head alone when the content is large.
    private let whole: ByteBuffer
    private let large: ByteBuffer?

    /// Two pieces cost more to write than one, but less than to copy this much.
    private static let leastApart = 131_072

    /// - Parameter second: for `Date`, since the epoch.
    init(_ ready: ReadyReply, route: LaneRoute, second: Int64) {
        let reply = ready.reply
        self.route = route
        self.ready = ready
        entityTag = reply.entityTag.map { Array($0.utf8) }
        head = WireHead.bytes(.ok, reply.fields, length: reply.bytes.count, second: second)
        notModified = WireHead.bytes(.notModified, reply.fieldsWithoutContent, length: nil, second: second)
        large = reply.bytes.count < Self.leastApart ? nil : ready.content
        var whole = head
        if large == nil { whole.writeBytes(reply.bytes) }
        self.whole = whole
    }

    /// The memory it has for itself, in bytes.
    var size: Int { whole.readableBytes + head.readableBytes + notModified.readableBytes }

    /// - Parameter tag: that of what the asker has, in its quotes.
    func form(isHead: Bool, knowing tag: UnsafeRawBufferPointer?) -> Form {
        if let tag, let entityTag, entityTag.withUnsafeBytes(tag.isSame) { return .notModified }
        return isHead ? .head : .whole
    }

    func write(_ form: Form, to context: ChannelHandlerContext) {
        switch form {
        case .head: context.write(NIOAny(IOData.byteBuffer(head)), promise: nil)
        case .notModified: context.write(NIOAny(IOData.byteBuffer(notModified)), promise: nil)
        case .whole:
            context.write(NIOAny(IOData.byteBuffer(whole)), promise: nil)
            if let large { context.write(NIOAny(IOData.byteBuffer(large)), promise: nil) }
        }
    }
}
