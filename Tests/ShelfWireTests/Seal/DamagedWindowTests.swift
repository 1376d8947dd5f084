import Crypto
import ShelfModel
import ShelfWire
import Testing

/// Windows that were cut, changed or signed by another: refused by the first check that fails, never a crash.
@Suite struct DamagedWindowTests {
    @Test func `the workshop's own window is taken`() throws {
        #expect(Workshop.refusal { _ in } == nil)
    }

    @Test func `a window cut at any length is refused, by the check that the length reaches`() throws {
        let file = try Workshop().file()
        let headerEnd = 12 + Int(BigEndian.read(UInt32.self, file[8...]))
        for length in file.indices {
            let expected: WindowError = length < 8 ? .magic : length < headerEnd + 64 ? .headerLength : .signature
            #expect(Workshop.refusal(of: Array(file.prefix(length))) == expected, "\(length) bytes")
        }
    }

    @Test func `a window with any one bit turned is refused`() throws {
        let file = try Workshop().file()
        var taken: [Int] = []
        for index in file.indices {
            var changed = file
            changed[index] ^= 1 << UInt8(index % 8)
            let refusal = Workshop.refusal(of: changed)
            let expected: Bool =
                switch index {
                case 0..<8: refusal == .magic
                case 8..<12: refusal == .headerLength || refusal == .signature
                default: refusal == .signature
                }
            if !expected { taken.append(index) }
        }
        #expect(file.count > 1500)
        #expect(taken == [])
    }

    @Test(arguments: Vectors.shared.windows.map(\.file))
    func `every bit of a vector's records and signature counts`(name: String) throws {
        let file = try Vectors.bytes(of: name)
        let key = try Curve25519.Signing.PublicKey(
            rawRepresentation: Base64URL.decode(Vectors.shared.signing.publicKey)!)
        let taken = stride(from: 12, to: file.count, by: 7).filter { index in
            var changed = file
            changed[index] ^= 1 << UInt8(index % 8)
            let expecting = WindowFile.Expectations(store: "main", publicKey: key)
            return Workshop.refusal(of: changed, expecting: expecting) != .signature
        }
        #expect(taken == [])
    }

    @Test func `a window with bytes behind it is refused`() throws {
        #expect(Workshop.refusal(of: try Workshop().file() + [0]) == .signature)
    }

    @Test func `a window that another key signed is refused`() throws {
        #expect(Workshop.refusal(of: try Workshop().file(key: Curve25519.Signing.PrivateKey())) == .signature)
    }

    @Test func `over four mebibytes nothing is read, at four the rest is`() throws {
        let most = [UInt8](repeating: 0, count: 4 << 20)
        #expect(Workshop.refusal(of: most + [0]) == .tooLarge)
        #expect(Workshop.refusal(of: most) == .magic)
        #expect(Workshop.refusal(of: Array("SHELFLF2".utf8) + most) == .tooLarge)
    }

    @Test func `no bytes at all, and any few, are no window`() {
        #expect(Workshop.refusal(of: []) == .magic)
        #expect(Workshop.refusal(of: Array("SHELFLF1".utf8)) == .magic)
        #expect(Workshop.refusal(of: Array("<!doctype html><title>Not found</title>".utf8)) == .magic)
        #expect(Workshop.refusal(of: Array("SHELFLF2".utf8)) == .headerLength)
    }

    @Test func `a window of version 1 is refused as no window`() throws {
        let body = Array("SHELFLF1".utf8) + (try Workshop().file().dropFirst(8).dropLast(64))
        #expect(Workshop.refusal(of: try Workshop.signed(body)) == .magic)
    }

    @Test func `a header length over 64 KiB is refused, whatever follows`() throws {
        let long = [UInt8](repeating: UInt8(ascii: " "), count: 65_537)
        #expect(Workshop.refusal(of: try Workshop.file(header: long)) == .headerLength)
        #expect(Workshop.refusal(of: try Workshop.file(header: long.dropLast())) == .header)
        let endless = Array("SHELFLF2".utf8) + [0xff, 0xff, 0xff, 0xff] + long
        #expect(Workshop.refusal(of: try Workshop.signed(endless)) == .headerLength)
    }

    @Test func `a header that reaches into the signature is refused`() throws {
        var body = try Workshop.file(header: Array("{}".utf8))
        body[11] += 1
        #expect(Workshop.refusal(of: body) == .headerLength)
    }

    @Test func `random bytes behind the magic never crash`() {
        var random = KeyedGenerator(key: [UInt8](repeating: 1, count: 32), nonce: (0, 0, 0))
        for _ in 0..<500 {
            let noise = random.bytes(4 * Int(random.next(below: 200)))
            #expect(Workshop.refusal(of: Array("SHELFLF2".utf8) + noise) != nil)
            #expect(Workshop.refusal(of: noise) != nil)
        }
    }
}
