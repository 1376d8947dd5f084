package import Foundation
import ShelfWire

/// Builds a JWS part by part, so that tests can make it invalid.
package struct AppStoreJWS {
    package var header: [UInt8]
    package var payload: [UInt8]

    package init(header: [UInt8], payload: [UInt8]) {
        self.header = header
        self.payload = payload
    }

    package var signedBytes: Data {
        Data("\(Base64URL.encode(header)).\(Base64URL.encode(payload))".utf8)
    }

    package func text(signature: some Sequence<UInt8>) -> String {
        "\(String(decoding: signedBytes, as: UTF8.self)).\(Base64URL.encode(signature))"
    }

    package static func json(_ fields: [String: any Sendable]) throws -> [UInt8] {
        Array(try JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys]))
    }
}
