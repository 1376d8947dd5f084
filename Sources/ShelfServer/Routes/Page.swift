import Hummingbird
import ShelfWire

/// The requested page of a long list.
struct Page {
    let before: Int64?
    let limit: Int

    private static let most = 200

    init(_ request: Request) throws {
        let parameters = request.uri.queryParameters
        before = try Self.number("before", parameters.get("before"), 1...Int64.max)
        limit = Int(try Self.number("limit", parameters.get("limit"), 1...Int64(Self.most)) ?? 50)
    }

    private static func number(_ name: String, _ text: String?, _ range: ClosedRange<Int64>) throws -> Int64? {
        guard let text else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw Problem.badRequest("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
