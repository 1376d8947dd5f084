import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfWire

/// What a request for numbers asks for.
struct SalesRequest: Hashable {
    enum Format: String, CaseIterable {
        case json, csv
    }

    enum Step: String, CaseIterable {
        case hour, day

        var span: TimeSpan { self == .hour ? .hours(1) : .days(1) }

        /// How long a span may be that is asked for in such steps.
        var most: TimeSpan { self == .hour ? .days(31) : .days(366) }
    }

    let question: SalesQuestion
    let format: Format

    static let rowsAtMost = 10_000
    /// Items, sets and listings have many rows an hour, which are read one by one.
    private static let mostInDetail = TimeSpan.days(31)

    /// - Parameter parameter: the value of a query parameter.
    /// - Throws: ``Problem`` when something can't be understood, or is too much.
    init(now: Instant, _ parameter: (String) -> String?) throws {
        let step = try Self.choice("by", parameter("by"), or: Step.day)
        let per = try Self.choice("per", parameter("per"), or: SalesQuestion.Detail.total)
        let offset = try Self.offset(parameter("offset"))
        let present = (now + offset).floored(to: step.span) - offset
        let from = try Self.instant("from", parameter("from"), step, offset) ?? Self.midnight(now, offset)
        let to = try Self.instant("to", parameter("to"), step, offset) ?? present + step.span
        guard from < to else { throw Problem.badRequest("from must be before to, which is the end and not counted.") }
        guard (Instant(milliseconds: 0)...present).contains(from) else {
            throw Problem.badRequest("from must be neither before 1970 nor in the future.")
        }
        let item = try Self.id("item", parameter("item"), atMost: 64)
        let isDetailed = item != nil || ![.total, .store].contains(per)
        let most = isDetailed ? min(step.most, Self.mostInDetail) : step.most
        let end = min(to, present + step.span)
        guard end - from <= most else {
            throw Problem.badRequest(
                "From \(RFC3339.text(from)) to \(RFC3339.text(end)) is too long; ask for \(most) at most"
                    + (isDetailed ? " by item, set or listing." : " by \(step)."))
        }
        question = SalesQuestion(
            span: from..<end, hours: step.span.milliseconds / TimeSpan.hours(1).milliseconds, per: per,
            store: try Self.id("store", parameter("store"), atMost: 32), item: item, limit: Self.rowsAtMost + 1)
        format = try Self.choice("format", parameter("format"), or: Format.json)
    }

    /// Whether it asks for what isn't of a store or an item.
    var isOfEverything: Bool { question.per == .total && question.store == nil && question.item == nil }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ text: String?, or fallback: Choice
    ) throws -> Choice {
        guard let text else { return fallback }
        guard let choice = Choice(rawValue: text) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.badRequest("\(name) must be one of \(choices).")
        }
        return choice
    }

    private static func offset(_ text: String?) throws -> TimeSpan {
        guard let text else { return .zero }
        guard !text.unicodeScalars.contains(where: \.properties.isAlphabetic) else {
            throw Problem.badRequest(
                """
                offset must be whole hours from -12 to 14, and numbers are kept in no time zone. Give the hours by which \
                its clock is ahead of UTC on the days that you ask for, such as 2.
                """)
        }
        guard let hours = Int(plain: text), (-12...14).contains(hours) else {
            throw Problem.badRequest(
                """
                offset must be whole hours from -12 to 14, such as 2 or -8. Numbers are kept by hours of UTC, which \
                make no days that begin at half past or a quarter past.
                """)
        }
        return .hours(hours)
    }

    private static func instant(_ name: String, _ text: String?, _ step: Step, _ offset: TimeSpan) throws -> Instant? {
        guard let text else { return nil }
        let date = RFC3339.date(text)?.start(in: Zone(offset: offset))
        guard let instant = date ?? RFC3339.instant(text) else {
            if let missing = MissingDay.advice(insteadOf: text) { throw Problem.badRequest("\(name): \(missing).") }
            throw Problem.badRequest(
                "\(name) must be a date such as 2026-11-21 or an instant such as 2026-11-21T09:00:00Z.")
        }
        guard (instant + offset).floored(to: step.span) == instant + offset else {
            throw Problem.badRequest(
                "\(name) must be the beginning of \(step == .hour ? "an hour" : "a day at offset").")
        }
        return instant
    }

    private static func midnight(_ now: Instant, _ offset: TimeSpan) -> Instant {
        (now + offset).floored(to: .days(1)) - offset
    }

    private static func id(_ name: String, _ text: String?, atMost most: Int) throws -> String? {
        guard let text else { return nil }
        let letters = "abcdefghijklmnopqrstuvwxyz0123456789-".utf8
        guard (1...most).contains(text.utf8.count), text.utf8.allSatisfy(letters.contains) else {
            throw Problem.badRequest("\(name) must be an id: 1 to \(most) small letters, digits and hyphens.")
        }
        return text
    }
}
