import ArgumentParser
import ShelfConfiguration
import ShelfModel

/// Parses instants on the command line.
enum InstantOption {
    static func read(_ text: String, of option: String) throws -> Instant {
        guard let instant = RFC3339.instant(text) else {
            if let missing = MissingDay.advice(insteadOf: text) { throw ValidationError("\(option): \(missing).") }
            throw ValidationError(
                "\(option) wants an instant with its offset, such as 2026-11-27T18:00:00Z, not \(text)")
        }
        return instant
    }
}
