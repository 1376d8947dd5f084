import ShelfServer
import Testing

@Suite struct `A range of bytes` {
    @Test(arguments: [
        ("bytes=0-9", 0..<10), ("bytes=90-", 90..<100), ("bytes=-7", 93..<100), ("bytes=-700", 0..<100),
        ("bytes=95-200", 95..<100), ("bytes=0-0", 0..<1), ("Bytes=0-0", 0..<1),
    ])
    func `is the part of the file that it names`(field: String, part: Range<Int>) {
        #expect(ByteRange(field, if: nil, entityTag: "\"a\"", length: 100) == .part(part))
    }

    @Test(arguments: ["bytes=100-", "bytes=100-101", "bytes=-0"])
    func `isn't satisfied beyond the file's end`(field: String) {
        #expect(ByteRange(field, if: nil, entityTag: "\"a\"", length: 100) == .unsatisfiable)
    }

    @Test(arguments: [
        "bytes=0-1,3-4", "bytes=5-4", "items=0-1", "bytes=a-b", "bytes=-", "bytes=", "bytes=+1-2",
        "bytes=0-99999999999999999999",
    ])
    func `is left out in any other form`(field: String) {
        #expect(ByteRange(field, if: nil, entityTag: "\"a\"", length: 100) == .whole)
    }

    @Test func `is of the file that the client has begun, and else the whole of this one`() {
        #expect(ByteRange("bytes=0-9", if: "\"a\"", entityTag: "\"a\"", length: 100) == .part(0..<10))
        #expect(ByteRange("bytes=0-9", if: "\"b\"", entityTag: "\"a\"", length: 100) == .whole)
        #expect(ByteRange(nil, if: nil, entityTag: "\"a\"", length: 100) == .whole)
    }
}
