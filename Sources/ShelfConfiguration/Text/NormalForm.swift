import Foundation

extension String {
    /// The same text in Unicode's normalisation form C (UAX #15): one spelling, however it was typed.
    ///
    /// A name that a database has to find again enters in this form. `String` finds all spellings of a name equal, but
    /// a database compares bytes.
    package var normalForm: String { utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping }
}
