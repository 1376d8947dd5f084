package import ShelfModel

/// A picture as a card names it: by 16 random bytes, with a ThumbHash to draw until the picture is there.
///
/// On the wire it is one text: base64url of the name and the ThumbHash.
public struct CardPicture: Hashable, Sendable {
    /// 16 bytes in base64url, 22 characters: the name in the picture's addresses.
    public let name: String
    /// At most 25 bytes in Evan Wallace's format (https://evanw.github.io/thumbhash/).
    public let thumbHash: [UInt8]

    package init(_ picture: Picture) {
        (name, thumbHash) = (Base64URL.encode(picture.name), picture.thumbHash.bytes)
    }

    /// - Returns: `nil` for another form.
    init?(text: String) {
        guard let bytes = Base64URL.decode(text), bytes.count > Picture.nameBytes,
            let thumbHash = ThumbHash(bytes: Array(bytes.dropFirst(Picture.nameBytes)))
        else { return nil }
        self.init(Picture(name: Array(bytes.prefix(Picture.nameBytes)), thumbHash: thumbHash))
    }
}

extension KeyedDecodingContainer {
    /// A picture of an unknown form is none, so that the rest of the card is still read.
    func decodeIfPresent(_: CardPicture.Type, forKey key: Key) throws -> CardPicture? {
        try decodeIfPresent(String.self, forKey: key).flatMap(CardPicture.init(text:))
    }
}

extension CardPicture: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let picture = CardPicture(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a picture is 16 bytes of name and a ThumbHash in base64url")
        }
        self = picture
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Base64URL.encode((Base64URL.decode(name) ?? []) + thumbHash))
    }
}
