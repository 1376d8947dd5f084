import HTTPTypes
import NIOCore
import ShelfWire

/// An answer as the bytes to send. It is valid for one second, because its `Date` is.
final class WrittenAnswer {
    /// Which of the bytes to send for a request.
    enum Form {
        case whole, head, notModified
    }

    /// The counters for this answer's route.
    let route: EventLoopCounters.RouteIndex
    /// What its duration counts as; `nil` where it isn't timed.
    let timed: TimedRequest?
    let answer: Answer
    private let entityTag: [UInt8]?
    private let second: Int64
    private let head: ByteBuffer
    /// Written for the first who has the content already.
    private lazy var notModified = AnswerHead.bytes(
        .notModified, answer.fieldsWithoutContent, length: nil, second: second)
    /// The head with the content, or only the head when the content is large.
    private let whole: ByteBuffer
    private let large: ByteBuffer?

    /// The size from which content is written separately. Two writes cost more than one, but less than copying this
    /// many bytes.
    private static let leastApart = 131_072

    /// - Parameters:
    ///   - content: the answer's, where a buffer has it already.
    ///   - second: for `Date`, since the epoch.
    init(_ answer: Answer, content: ByteBuffer? = nil, route: Route, second: Int64) {
        self.route = EventLoopCounters.index(of: route)
        timed = TimedRequest(route)
        self.answer = answer
        let count = answer.content.count
        entityTag = answer.entityTag.map { Array($0.utf8) }
        self.second = second
        head = AnswerHead.bytes(.ok, answer.fields, length: count, second: second)
        large = content ?? (count < Self.leastApart ? nil : answer.content.buffer)
        var whole = head
        if large == nil { whole.writeImmutableBuffer(answer.content.buffer) }
        self.whole = whole
    }

    /// How much memory it uses at most that it doesn't share, in bytes.
    var size: Int { whole.readableBytes + 2 * head.readableBytes }

    /// - Parameter tag: that of what the asker has, in its quotes.
    func form(isHead: Bool, knowing tag: UnsafeRawBufferPointer?) -> Form {
        if let tag, let entityTag, entityTag.withUnsafeBytes(tag.isSame) { return .notModified }
        return isHead ? .head : .whole
    }

    /// - Parameter isLast: whether the connection ends with it.
    func write(_ form: Form, isLast: Bool, to context: ChannelHandlerContext) {
        let first =
            switch form {
            case .head: head
            case .notModified: notModified
            case .whole: whole
            }
        context.write(NIOAny(IOData.byteBuffer(isLast ? AnswerHead.closing(first) : first)), promise: nil)
        if form == .whole, let large { context.write(NIOAny(IOData.byteBuffer(large)), promise: nil) }
    }
}
