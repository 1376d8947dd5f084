import Foundation
import ShelfClient
import ShelfModel
import ShelfWire
import Testing

@Suite struct `How long a listing lasts, in words` {
    private static let end = Instant(milliseconds: 1_795_845_600_000)
    private let listing = ShelfListing(
        chain: ChainID(bytes: Array(repeating: 1, count: 16))!, slot: 1, position: 0, revision: 0,
        start: end - .days(3), end: end)

    private func text(_ left: TimeSpan, zone: String = "Europe/Berlin", locale: String = "en_US") throws -> String {
        let zone = try #require(TimeZone(identifier: zone))
        return listing.timeLeftText(at: Self.end - left, timeZone: zone, locale: Locale(identifier: locale))
            .replacing("\u{202F}", with: " ")
    }

    @Test(arguments: [
        (TimeSpan.zero, "0:00"), (.milliseconds(1), "0:01"), (.seconds(65), "1:05"), (.seconds(3599), "59:59"),
    ])
    func `below an hour it is a running timer`(left: TimeSpan, expected: String) throws {
        #expect(try text(left) == expected)
    }

    @Test func `below a day it is hours and minutes`() throws {
        let texts = try [TimeSpan.seconds(3600), .seconds(3661), .hours(24)].map { try text($0) }
        #expect(texts == ["1 h 0 min", "1 h 1 min", "24 h 0 min"])
    }

    @Test func `above a day it is the end's date and time in the player's zone`() throws {
        let (berlin, tokyo) = (try text(.hours(25)), try text(.hours(25), zone: "Asia/Tokyo"))
        #expect(berlin.contains("Nov") && berlin.contains("28") && berlin.contains("7:00"))
        #expect(tokyo.contains("3:00") && berlin != tokyo)
        #expect(listing.endsAt == Date(timeIntervalSince1970: 1_795_845_600))
    }
}
