import Foundation
package import ShelfModel
import ShelfWire

/// The sample: three stores, 221 collectibles with their pictures, a few dozen that arrive around the moment it is
/// written, and a pack of twelve levels.
package enum SampleFiles {
    package static let settings = "shelflife.yaml"
    package static let content = "content.yaml"
    package static let plan = "plan.yaml"
    /// The password in its settings, which everybody knows.
    package static let legacyPassword = "sample password!"
    /// The gift in its settings, by currency.
    package static let welcome: [String: Int64] = ["coins": 1000, "tokens": 500]

    package enum WriteError: Error, Hashable, CustomStringConvertible {
        case alreadyThere(String)

        package var description: String {
            switch self {
            case .alreadyThere(let path):
                "there is a \(path) already, and it is kept; choose another folder, or move the file away"
            }
        }
    }

    /// Writes `shelflife.yaml`, `content.yaml`, `plan.yaml`, `collectibles.csv`, `arrivals.csv`, `NOTICE` and
    /// the folders `pictures` and `packs` into `folder`, which is made if need be.
    ///
    /// Each copy has an app secret of its own.
    ///
    /// - Parameter start: the arrivals' release dates count from here.
    /// - Throws: ``WriteError`` when one of the files exists already, before anything is written; Foundation's errors
    ///   when the folder can't be written to.
    package static func write(to folder: String, start: Instant) throws {
        var files = NewFiles(try contents(start: start))
        // They hold an app secret.
        files.secret = [Self.settings]
        try files.write(to: folder)
    }

    private static func contents(start: Instant) throws -> [(path: String, data: Data)] {
        let settings = String(decoding: try resource(Self.settings), as: UTF8.self)
            .replacing("APP_SECRET", with: secret())
        return try [
            (Self.settings, Data(settings.utf8)),
            (Self.content, try resource(Self.content)),
            (Self.plan, try resource(Self.plan)),
            ("collectibles.csv", try resource("collectibles.csv")),
            ("arrivals.csv", Data(arrivals(start: start).utf8)),
            ("NOTICE", try resource("NOTICE")),
        ] + SamplePack.files() + SamplePicture.all().map { ($0.path, Data($0.bytes)) }
    }

    private static func arrivals(start: Instant) -> String {
        ([Arrivals.header] + Arrivals.all.map { $0.row(start: start) }).map { $0 + "\n" }.joined()
    }

    /// 32 random bytes in base64url.
    static func secret() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    static func resource(_ name: String) throws -> Data { try Data(contentsOf: address(of: name)) }

    static func address(of name: String) -> URL { Bundle.module.bundleURL.appending(path: "Resources/\(name)") }
}
