/// Why a file in the age format can't be opened.
package enum AgeError: Error, Hashable, CustomStringConvertible {
    /// It doesn't begin as such a file does.
    case notAge
    /// Its armour, which is the form in letters, isn't whole or isn't written as the format says.
    case armor(String)
    /// The header isn't written as the format says.
    case header(String)
    /// It is sealed for somebody's key, and not by a passphrase.
    case noPassphrase
    /// Opening it would take more memory than is allowed. Both are powers of two: 18 takes 256 MiB, 20 a GiB.
    case workFactor(Int, atMost: Int)
    /// The system hasn't as much memory as the file asks for.
    case memory(Int)
    /// The passphrase isn't the one that it was sealed with, or the file's first lines were changed.
    case wrongPassphrase
    /// It was changed after it was sealed, or its end is missing.
    case damaged

    package var description: String {
        switch self {
        case .notAge: "this is no file in the age format: expected age-encryption.org/v1 in its first line"
        case .armor(let reason): "the armour is damaged: \(reason)"
        case .header(let reason): "the header is damaged: \(reason)"
        case .noPassphrase: "this file is sealed for a key; expected one that is sealed by a passphrase (age -p)"
        case .workFactor(let factor, let most):
            "opening this file would take 2^\(factor) rounds and \(Self.memory(factor)) of memory; at most 2^\(most) are allowed"
        case .memory(let factor): "there isn't enough memory: 2^\(factor) rounds need \(Self.memory(factor))"
        case .wrongPassphrase:
            "the passphrase is wrong (one of your own needs --exact), or the file's first lines were changed"
        case .damaged: "the file was changed after it was sealed, or its end is missing"
        }
    }

    /// A round of scrypt with blocks of 8 takes a KiB.
    private static func memory(_ factor: Int) -> String {
        factor >= 20 ? "\(1 << (factor - 20)) GiB" : "\(max(1, (1 << factor) >> 10)) MiB"
    }
}
