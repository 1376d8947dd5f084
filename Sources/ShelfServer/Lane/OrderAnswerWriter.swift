import HTTPTypes
import NIOCore
import ShelfWire

/// Writes the answers to orders. It belongs to one event loop, and keeps the heads of the present second.
final class OrderAnswerWriter {
    private var heads: [Int: ByteBuffer] = [:]
    private var second: Int64 = 0

    /// - Parameter second: for `Date`, since the epoch.
    func bytes(_ outcome: LanePurchases.Outcome, second: Int64) -> ByteBuffer {
        switch outcome {
        case .confirmed(let json):
            var bytes = head(length: json.readableBytes, second)
            bytes.writeImmutableBuffer(json)
            return bytes
        case .refused(let problem): return Self.refusal(problem, second: second)
        }
    }

    /// - Parameter second: for `Date`, since the epoch.
    static func refusal(_ problem: Problem, second: Int64) -> ByteBuffer {
        let body = ProblemBodies.body(of: problem)
        var bytes = AnswerHead.bytes(
            HTTPResponse.Status(code: problem.status), problem.fields, length: body.readableBytes, second: second,
            audience: AnswerFields.someOrigins)
        bytes.writeImmutableBuffer(body)
        return bytes
    }

    private func head(length: Int, _ second: Int64) -> ByteBuffer {
        if second != self.second { (heads, self.second) = ([:], second) }
        if let head = heads[length] { return head }
        let head = AnswerHead.bytes(
            .ok, AnswerFields.personal, length: length, second: second, audience: AnswerFields.someOrigins)
        heads[length] = head
        return head
    }
}
