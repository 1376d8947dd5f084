import ShelfVault
import Testing

@Suite struct SecretBytesTests {
    @Test func `Typing and erasing works by whole characters`() {
        var bytes = SecretBytes(capacity: 8)
        for byte in "aé€".utf8 { bytes.append(byte) }
        bytes.removeLastCharacter()
        let left = bytes.withBytes { Array($0) }
        #expect(left == Array("aé".utf8))
        bytes.removeLastCharacter()
        bytes.removeLastCharacter()
        bytes.removeLastCharacter()
        let count = bytes.count
        #expect(count == 0)
    }

    @Test func `What is removed is overwritten`() {
        var bytes = SecretBytes(Array("abc".utf8))
        let place = bytes.withBytes { UInt(bitPattern: $0.baseAddress) }
        bytes.removeLast()
        #expect(UnsafePointer<UInt8>(bitPattern: place)![2] == 0)
        bytes.removeAll()
        #expect(UnsafePointer<UInt8>(bitPattern: place)![0] == 0)
    }

    @Test func `Equal bytes are equal, and others aren't`() {
        let bytes = SecretBytes([1, 2])
        let (same, other, shorter) = (
            bytes.isEqual(to: SecretBytes([1, 2])), bytes.isEqual(to: SecretBytes([1, 3])),
            bytes.isEqual(to: SecretBytes([1]))
        )
        #expect(same && !other && !shorter)
    }
}
