import Foundation
package import ShelfModel
import ShelfWire

/// A picture of the sample, which is ready to be shown: a WebP of 720 pixels.
package struct SamplePicture: Sendable {
    package static let width = 720

    /// Such as `rocket.webp`.
    package let name: String
    package let bytes: [UInt8]
    package let thumbHash: ThumbHash

    /// All pictures, sorted by name.
    package static func all() throws -> [SamplePicture] {
        let list = try SampleFiles.resource("pictures/THUMBHASHES")
        return try String(decoding: list, as: UTF8.self).split(separator: "\n").map { line in
            let parts = line.split(separator: " ")
            let name = String(parts[1])
            guard let thumbHash = Base64URL.decode(String(parts[0])).flatMap(ThumbHash.init(bytes:)) else {
                preconditionFailure("each line of THUMBHASHES has a ThumbHash")
            }
            return SamplePicture(
                name: name, bytes: Array(try SampleFiles.resource("pictures/\(name)")), thumbHash: thumbHash)
        }
    }
}
