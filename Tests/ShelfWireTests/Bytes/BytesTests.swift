import ShelfWire
import Testing

@Suite struct Base64URLTests {
    /// RFC 4648, section 10, without padding; and bytes that need `-` and `_`.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func `text is written as RFC 4648 says`(text: String, encoded: String) {
        #expect(Base64URL.encode(Array(text.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(text.utf8))
    }

    @Test func `the two letters that addresses can't carry are replaced`() {
        #expect(Base64URL.encode([0xfb, 0xff, 0xfe]) == "-__-")
        #expect(Base64URL.decode("-__-") == [0xfb, 0xff, 0xfe])
    }

    @Test(arguments: [
        "Zg==", "Zm8=", "+//+", "Z", "Zm9vY", "Zh", "Zm9", "Zm 9v", "Zm9v\n", "Zm9v=", "ä", "Z=g", "=", "Zg\0",
    ])
    func `anything that would not be written so is refused`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func `every length and every byte comes back`() {
        for length in 0...64 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length * 91) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }
}

@Suite struct HexTests {
    @Test func `bytes are two digits each, in lower case`() {
        #expect(Hex.encode([0x00, 0x0f, 0xa0, 0xff]) == "000fa0ff")
        #expect(Hex.decode("000fa0ff") == [0x00, 0x0f, 0xa0, 0xff])
        #expect(Hex.decode("") == [])
    }

    @Test(arguments: ["0", "0g", "FF", "fF", " 0f", "0x0f", "٣٣", "/0", ":0", "`0", "-1"])
    func `anything else is refused`(text: String) {
        #expect(Hex.decode(text) == nil)
    }
}

@Suite struct BigEndianTests {
    @Test func `the most significant byte comes first`() {
        #expect(BigEndian.bytes(UInt16(0x0102)) == [1, 2])
        #expect(BigEndian.bytes(UInt32(0x0102_0304)) == [1, 2, 3, 4])
        #expect(BigEndian.bytes(UInt64(0x0102_0304_0506_0708)) == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test func `a number is read from the front of a slice`() {
        let bytes: [UInt8] = [9, 0xff, 2, 3, 4, 5, 6, 7, 8, 9]
        #expect(BigEndian.read(UInt16.self, bytes[1...]) == 0xff02)
        #expect(BigEndian.read(UInt32.self, bytes[1...]) == 0xff02_0304)
        #expect(BigEndian.read(UInt64.self, bytes[1...]) == 0xff02_0304_0506_0708)
        #expect(BigEndian.read(UInt8.self, bytes[1...]) == 0xff)
    }
}
