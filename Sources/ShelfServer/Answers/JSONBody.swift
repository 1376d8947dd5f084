import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ShelfWire

/// Reads and writes bodies that consist of one JSON value.
enum JSONBody {
    /// - Parameter decode: decodes a body.
    /// - Throws: ``Problem`` when it can't be decoded.
    static func decoding<Value>(_ decode: () throws -> Value) throws -> Value {
        do {
            return try decode()
        } catch let error as DecodingError {
            throw Problem.badRequest(text(error))
        }
    }

    /// Whether a body is called JSON. Of other types browsers send some to any server, without asking it first.
    static func isJSON(_ type: String?) -> Bool {
        type?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased() == "application/json"
    }

    /// Makes a response that is meant for one player, so caches must not store it.
    static func response(_ value: some Encodable) throws -> Response {
        response(ByteBuffer(bytes: try WireJSON.encode(value)))
    }

    /// The same as an ``Answer``.
    static func answer(_ value: some Encodable) throws -> Answer {
        Answer(try WireJSON.encode(value), type: "application/json", caching: "no-store")
    }

    /// The same with a value that is JSON already.
    static func response(_ json: ByteBuffer) -> Response {
        Response(status: .ok, headers: AnswerFields.personal, body: ResponseBody(byteBuffer: json))
    }

    /// What JSON has for a type of Swift's.
    private static func kind(of type: Any.Type) -> String {
        switch type {
        case is any FixedWidthInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is Bool.Type: "true or false"
        case is String.Type: "a text"
        case is [Any].Type: "an array"
        default: "an object"
        }
    }

    private static func text(_ error: DecodingError) -> String {
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        return switch error {
        case .keyNotFound(let key, _): "The body has no \(key.stringValue)."
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            context.codingPath.isEmpty
                ? "The body must be \(kind(of: type))." : "\(path(context)) in the body must be \(kind(of: type))."
        case .dataCorrupted(let context):
            if let fault = context.underlyingError as? JSONFault {
                "The body can't be read as JSON in UTF-8 \(fault)."
            } else if context.codingPath.isEmpty {
                "A number in the body is no whole number, or too large."
            } else {
                "\(path(context)) in the body can't be read."
            }
        @unknown default: "The body can't be read."
        }
    }
}
