import HTTPTypes
import NIOCore
import ShelfEngine
import ShelfWire

/// Writes the answer to a time exchange. The body is the JSON of a ``TimeAnswer``, written without an encoder.
///
/// It belongs to one event loop and reuses its memory.
final class WrittenTimeAnswer {
    private let path = Array(RequestTarget.time.path.utf8)
    private let timeline: Timeline
    /// The timeline's id. It needs no escaping, because it consists of letters and digits.
    private let timelineID: [UInt8]
    private var head: [UInt8] = []
    private var headIsOf: (second: Int64, length: Int)?
    private var answer = ByteBuffer()

    private static let fixed: (StaticString, StaticString, StaticString, StaticString, StaticString) = (
        "{\"receivedUs\":", ",\"sentUs\":", ",\"timeline\":\"", "\",\"uncertaintyUs\":", "}"
    )

    private static let fixedLength =
        fixed.0.utf8CodeUnitCount + fixed.1.utf8CodeUnitCount + fixed.2.utf8CodeUnitCount
        + fixed.3.utf8CodeUnitCount + fixed.4.utf8CodeUnitCount

    init(timeline: Timeline) {
        self.timeline = timeline
        timelineID = Array(timeline.id.utf8)
    }

    func isAsked(by path: UnsafeRawBufferPointer) -> Bool { self.path.withUnsafeBytes(path.isSame) }

    /// - Returns: the answer, whose `sentUs` is the present time.
    func bytes(isHead: Bool, receivedUs: Int64) -> ByteBuffer {
        let uncertaintyUs = timeline.uncertaintyUs()
        let sentUs = timeline.nowUs()
        let length = length(receivedUs, sentUs, uncertaintyUs)
        keepHead(second: sentUs / 1_000_000, length: length)
        withUnsafeTemporaryAllocation(byteCount: head.count + length, alignment: 1) { space in
            var writer = ByteWriter(space)
            head.withUnsafeBytes { writer.write($0) }
            if !isHead { write(receivedUs, sentUs, uncertaintyUs, to: &writer) }
            answer.clear()
            answer.writeBytes(writer.written)
        }
        return answer
    }

    private func length(_ receivedUs: Int64, _ sentUs: Int64, _ uncertaintyUs: Int64) -> Int {
        Self.fixedLength + timelineID.count + ByteWriter.length(of: receivedUs) + ByteWriter.length(of: sentUs)
            + ByteWriter.length(of: uncertaintyUs)
    }

    private func write(_ receivedUs: Int64, _ sentUs: Int64, _ uncertaintyUs: Int64, to writer: inout ByteWriter) {
        writer.write(Self.fixed.0)
        writer.write(receivedUs)
        writer.write(Self.fixed.1)
        writer.write(sentUs)
        writer.write(Self.fixed.2)
        timelineID.withUnsafeBytes { writer.write($0) }
        writer.write(Self.fixed.3)
        writer.write(uncertaintyUs)
        writer.write(Self.fixed.4)
    }

    private func keepHead(second: Int64, length: Int) {
        guard headIsOf?.second != second || headIsOf?.length != length else { return }
        head = Array(AnswerHead.bytes(.ok, AnswerFields.time, length: length, second: second).readableBytesView)
        headIsOf = (second, length)
    }
}
