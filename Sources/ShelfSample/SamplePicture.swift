import Foundation
package import ShelfModel
import ShelfWire

/// A picture of the sample, which is ready to be shown: a WebP of 720 pixels.
package struct SamplePicture: Sendable {
    package static let width = 720

    /// Such as `pictures/rocket.webp`, relative to the configuration file's folder.
    package let path: String
    package let bytes: [UInt8]
    package let thumbHash: ThumbHash

    /// The pictures of items, and the backgrounds of levels.
    package static func all() throws -> [SamplePicture] {
        try ["pictures", SamplePack.folder].flatMap(all)
    }

    private static func all(in folder: String) throws -> [SamplePicture] {
        let list = try SampleFiles.resource("\(folder)/THUMBHASHES")
        return try String(decoding: list, as: UTF8.self).split(separator: "\n").map { line in
            let parts = line.split(separator: " ")
            let path = "\(folder)/\(parts[1])"
            guard let thumbHash = Base64URL.decode(String(parts[0])).flatMap(ThumbHash.init(bytes:)) else {
                preconditionFailure("each line of THUMBHASHES has a ThumbHash")
            }
            return SamplePicture(path: path, bytes: Array(try SampleFiles.resource(path)), thumbHash: thumbHash)
        }
    }
}
