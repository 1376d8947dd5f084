import HTTPTypes
import ShelfEngine
import ShelfModel
import ShelfWire

/// How a store's future is written. Tables and calendars are downloads.
enum FutureFormat: String {
    case json
    case csv
    case ics

    private var mediaType: String {
        switch self {
        case .json: "application/json"
        case .csv: "text/csv; charset=utf-8"
        case .ics: "text/calendar; charset=utf-8"
        }
    }

    /// Makes the answer, which no cache may keep. Other tasks get their turn in between, because there may be very
    /// many listings.
    func answer(_ future: StoreFuture) async throws -> Answer {
        var headers: HTTPFields = [:]
        if self != .json {
            let name = "\(future.store.id)-\(future.span.lowerBound.basicText).\(rawValue)"
            headers[.contentDisposition] = "attachment; filename=\"\(name)\""
        }
        return Answer(try await bytes(of: future), type: mediaType, caching: "no-store", headers: headers)
    }

    private func bytes(of future: StoreFuture) async throws -> [UInt8] {
        switch self {
        case .json: try await Self.json(future)
        case .csv:
            try await Self.gather(CSVText(header: FutureTable.header), future) { table, entry in
                table.add(FutureTable.row(entry, of: future))
            }.bytes
        case .ics:
            try await Self.gather(CalendarText(beginning: future), future) { calendar, entry in
                calendar.add(entry, of: future)
            }.ended()
        }
    }

    /// How many listings are written before other tasks get their turn.
    private static let atOnce = 500

    private static func gather<Text>(
        _ text: Text, _ future: StoreFuture, _ add: (inout Text, StoreFuture.Entry) -> Void
    ) async throws -> Text {
        var text = text
        for (number, entry) in future.entries.enumerated() {
            if number % atOnce == 0 { try await pause() }
            add(&text, entry)
        }
        return text
    }

    /// Writes what ``FutureAnswer`` would be as a whole.
    private static func json(_ future: StoreFuture) async throws -> [UInt8] {
        let frame = String(decoding: try WireJSON.encode(FutureAnswer(future, listings: [])), as: UTF8.self)
        // A quote in a text is escaped, so that this can only be the member.
        guard let list = frame.firstRange(of: "\"listings\":[") else { throw Problem.internalError }
        var (bytes, text) = (Array(frame[..<list.upperBound].utf8), FutureEntryText())
        for (number, entry) in future.entries.enumerated() {
            if number % atOnce == 0 { try await pause() }
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            try text.write(FutureAnswer.Entry(entry), to: &bytes)
        }
        return bytes + frame[list.upperBound...].utf8
    }

    private static func pause() async throws {
        await Task.yield()
        try Task.checkCancellation()
    }
}
