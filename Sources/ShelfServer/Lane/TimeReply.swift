import HTTPTypes
import NIOCore

/// The answer to a time exchange, which is what ``TimeAnswer`` is in JSON, without the encoder.
///
/// It belongs to one event loop and uses its memory again and again.
final class TimeReply {
    private let timeline: Timeline
    /// Needs nothing escaped: a server makes it of letters and digits.
    private let timelineID: [UInt8]
    private var head: [UInt8] = []
    private var headIsOf: (second: Int64, length: Int)?
    private var answer = ByteBuffer()

    private static let words: (StaticString, StaticString, StaticString, StaticString, StaticString) = (
        "{\"receivedUs\":", ",\"sentUs\":", ",\"timeline\":\"", "\",\"uncertaintyUs\":", "}"
    )

    private static let wordsLength =
        words.0.utf8CodeUnitCount + words.1.utf8CodeUnitCount + words.2.utf8CodeUnitCount
        + words.3.utf8CodeUnitCount + words.4.utf8CodeUnitCount

    init(timeline: Timeline) {
        self.timeline = timeline
        timelineID = Array(timeline.id.utf8)
    }

    static func isAsked(by path: UnsafeRawBufferPointer) -> Bool { path.isSame("/v1/time") }

    /// - Returns: the answer, sent now.
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
        Self.wordsLength + timelineID.count + ByteWriter.length(of: receivedUs) + ByteWriter.length(of: sentUs)
            + ByteWriter.length(of: uncertaintyUs)
    }

    private func write(_ receivedUs: Int64, _ sentUs: Int64, _ uncertaintyUs: Int64, to writer: inout ByteWriter) {
        writer.write(Self.words.0)
        writer.write(receivedUs)
        writer.write(Self.words.1)
        writer.write(sentUs)
        writer.write(Self.words.2)
        timelineID.withUnsafeBytes { writer.write($0) }
        writer.write(Self.words.3)
        writer.write(uncertaintyUs)
        writer.write(Self.words.4)
    }

    private func keepHead(second: Int64, length: Int) {
        guard headIsOf?.second != second || headIsOf?.length != length else { return }
        head = Array(WireHead.bytes(.ok, TimeRoutes.fields, length: length, second: second).readableBytesView)
        headIsOf = (second, length)
    }
}
