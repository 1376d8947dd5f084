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
            var style = Date.FormatStyle(locale: locale, timeZone: timeZone)
                .weekday(.abbreviated).day().month(.abbreviated).hour().minute()
            style.timeZone = timeZone
            return endsAt.formatted(style)
        }
        let minutes = seconds % 3600 / 60
        if seconds >= 3600 {
            return Duration.seconds(seconds / 3600 * 3600 + minutes * 60)
                .formatted(
                    .units(allowed: [.hours, .minutes], width: .abbreviated, zeroValueUnits: .show(length: 1))
                        .locale(locale))
        }
        let rest = String(seconds % 60)
        return "\(minutes):\(rest.count < 2 ? "0" : "")\(rest)"
    }
}
