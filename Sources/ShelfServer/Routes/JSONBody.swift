import HTTPTypes
import Hummingbird
import NIOCore
import ShelfWire

/// Requests and answers that are one JSON value.
enum JSONBody {
    /// More than any of them needs, but for those with a limit of their own.
    static let bytesAtMost = 16_384

    /// - Throws: ``Problem``, when the body is too long or no such value.
    static func read<Value: Decodable>(
        _: Value.Type, from request: Request, atMost limit: Int = bytesAtMost
    ) async throws -> Value {
        let body = try await bytes(of: request, atMost: limit)
        do {
            return try WireJSON.decode(Value.self, body.readableBytesView)
        } catch let error as DecodingError {
            throw Problem.badRequest(Self.words(error))
        }
    }

    /// - Throws: ``Problem`` and not the library's own error, which nobody above takes for an answer.
    private static func bytes(of request: Request, atMost limit: Int) async throws -> ByteBuffer {
        do {
            return try await request.body.collect(upTo: limit)
        } catch let error as any HTTPResponseError {
            throw Problem(status: error.status)
        }
    }

    /// An answer that is for one player only.
    static func response(_ value: some Encodable) throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try WireJSON.encode(value))))
    }

    private static func words(_ error: DecodingError) -> String {
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        return switch error {
        case .keyNotFound(let key, _): "The body has no \(key.stringValue)."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(path(context)) in the body is not of the right kind."
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "The body is no JSON in UTF-8." : "\(path(context)) in the body can't be read."
        @unknown default: "The body can't be read."
        }
    }
}

/// The key that makes a request the same request however often it is sent.
enum IdempotencyKey {
    static func of(_ request: Request) throws -> String {
        guard let key = request.headers[.idempotencyKey] else { throw Problem.keyMissing }
        guard (1...64).contains(key.utf8.count), key.utf8.allSatisfy(isAllowed) else {
            throw Problem.badRequest("Idempotency-Key must be 1 to 64 of A-Z, a-z, 0-9, -, _, . and :.")
        }
        return key
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_.:".utf8.contains(byte)
        }
    }
}

extension HTTPField.Name {
    static let idempotencyKey = HTTPField.Name(PurchaseRequest.keyHeader)!
}
