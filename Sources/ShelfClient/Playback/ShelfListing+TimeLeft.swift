public import Foundation
public import ShelfModel

extension ShelfListing {
    /// When another item takes its place.
    public var endsAt: Date { Date(timeIntervalSince1970: Double(end.milliseconds) / 1000) }

    /// How long it still lasts, as players read it: above a day the end's date and time in their own zone, below it
    /// hours and minutes, and below an hour a running timer, such as `12:05`.
    ///
    /// A timer that runs asks again each second, with the time of ``StoreModel/clock``.
    ///
    /// - Parameters:
    ///   - instant: the present.
    ///   - timeZone: the player's.
    ///   - locale: the player's.
    public func timeLeftText(
        at instant: Instant, timeZone: TimeZone = .autoupdatingCurrent, locale: Locale = .autoupdatingCurrent
    ) -> String {
        let seconds = max(0, ((end - instant).milliseconds + 999) / 1000)
        if seconds > 86_400 {
            return endsAt.formatted(
                Date.FormatStyle(date: .abbreviated, time: .shortened, locale: locale, timeZone: timeZone))
        }
        let minutes = seconds % 3600 / 60
        // The symbols are the same in all languages.
        if seconds >= 3600 { return "\(seconds / 3600) h \(minutes) min" }
        let rest = String(seconds % 60)
        return "\(minutes):\(rest.count < 2 ? "0" : "")\(rest)"
    }
}
