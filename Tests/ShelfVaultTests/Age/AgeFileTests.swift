import Foundation
import ShelfVault
import Testing

/// Files here are sealed in few rounds, which changes nothing but how long a guess takes.
@Suite struct AgeFileTests {
    private static let few: AgeFile.Form = form(armored: false)
    private static let armored: AgeFile.Form = form(armored: true)

    private static func form(armored: Bool) -> AgeFile.Form {
        var form = AgeFile.Form()
        (form.workFactor, form.isArmored) = (1, armored)
        return form
    }

    private static func passphrase(_ text: String = "zoom abacus") -> SecretBytes { SecretBytes(Array(text.utf8)) }

    private static func opened(_ file: some Sequence<UInt8>, _ text: String = "zoom abacus") throws -> [UInt8] {
        try AgeFile.open(Array(file), with: passphrase(text))
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000], [few, armored])
    func `What was sealed is opened, whatever its length`(length: Int, form: AgeFile.Form) throws {
        let plaintext = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = try AgeFile.seal(plaintext, with: Self.passphrase(), in: form)
        #expect(try Self.opened(file) == plaintext)
        #expect(try AgeFile.Form(of: file) == form)
    }

    @Test func `A file that another tool has made is opened`() throws {
        let file = """
            -----BEGIN AGE ENCRYPTED FILE-----
            YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCAzT2xVTWw3TmFsZHUzTzlo
            b3k1d3BBIDE4CmFjVEdRcDYyRC9tMFpjcVBIK1pZVHU3bXVzWjZHcEhwN256K2hD
            eXpNZ00KLS0tIFFRK1JuOHo4dWtFdjlXK3I4UVMvbWxIVmJCTk5oVlg4b3V4U2la
            SmErNTAKd4MRHB2llKx/q/7ItwF6c1giZgsC8fjUFkt6iqxSg8quPtl9BqH3htL6
            jZ8=
            -----END AGE ENCRYPTED FILE-----
            """
        #expect(try Self.opened(file.utf8, "Correct Horse 9") == Array("made by age\n".utf8))
    }

    @Test func `The same content is never sealed alike twice`() throws {
        let files = try (0..<2).map { _ in try AgeFile.seal([1, 2, 3], with: Self.passphrase(), in: Self.few) }
        #expect(files[0] != files[1])
    }

    @Test func `A binary file of which any byte is another is refused`() throws {
        let file = try AgeFile.seal(Array("a small vault".utf8), with: Self.passphrase(), in: Self.few)
        for index in file.indices {
            for change: UInt8 in [0x01, 0x20, 0x80, 0xff] {
                var changed = file
                changed[index] ^= change
                #expect(throws: AgeError.self, "byte \(index), \(change)") { try Self.opened(changed) }
            }
        }
    }

    @Test func `A file in armour of which any byte is another is refused, or gives the very same content`() throws {
        let plaintext = Array("a small vault".utf8)
        let file = try AgeFile.seal(plaintext, with: Self.passphrase(), in: Self.armored)
        for index in file.indices {
            for byte: UInt8 in [0x00, 0x0a, 0x0d, 0x20, 0x3d, 0x41, 0x7f, file[index] ^ 0x01, file[index] ^ 0x20] {
                var changed = file
                changed[index] = byte
                do {
                    #expect(try Self.opened(changed) == plaintext, "byte \(index), \(byte)")
                } catch { #expect(error is AgeError) }
            }
        }
    }

    @Test func `A file that is cut off anywhere, or goes on, is refused`() throws {
        for form in [Self.few, Self.armored] {
            let file = try AgeFile.seal([UInt8](repeating: 7, count: 70_000), with: Self.passphrase(), in: form)
            let lengths = Array(0..<300) + [65_700, 65_800, file.count - 2]
            for length in lengths { #expect(throws: AgeError.self) { try Self.opened(file.prefix(length)) } }
            #expect(throws: AgeError.self) { try Self.opened(file + [0x41]) }
        }
    }

    @Test func `Chunks that change places are refused`() throws {
        let file = try AgeFile.seal([UInt8](repeating: 7, count: 3 * 65_536), with: Self.passphrase(), in: Self.few)
        let (chunk, start) = (65_552, file.count - 3 * 65_552)
        let parts = (0..<3).map { file[(start + $0 * chunk)..<(start + ($0 + 1) * chunk)] }
        #expect(throws: AgeError.damaged) { try Self.opened(file[..<start] + parts[1] + parts[0] + parts[2]) }
        #expect(throws: AgeError.damaged) { try Self.opened(file[..<start] + parts[0] + parts[1]) }
    }

    @Test func `The wrong passphrase opens nothing`() throws {
        let file = try AgeFile.seal([1], with: Self.passphrase(), in: Self.few)
        #expect(throws: AgeError.wrongPassphrase) { try Self.opened(file, "zoom abacu") }
        #expect(throws: AgeError.wrongPassphrase) { try Self.opened(file, "") }
    }

    @Test(arguments: [21, 22, 34, 62])
    func `What a file asks of the memory is refused before it is taken`(factor: Int) {
        let salt = String(repeating: "A", count: 22)
        let body = String(repeating: "A", count: 43)
        let file = "age-encryption.org/v1\n-> scrypt \(salt) \(factor)\n\(body)\n--- \(body)\n"
        #expect(throws: AgeError.workFactor(factor, atMost: 20)) { try Self.opened(file.utf8) }
    }

    @Test(arguments: ["0", "01", "+1", "64", "1e1", "", "18 "])
    func `A work factor is written in one way`(factor: String) {
        let salt = String(repeating: "A", count: 22)
        let body = String(repeating: "A", count: 43)
        let file = "age-encryption.org/v1\n-> scrypt \(salt) \(factor)\n\(body)\n--- \(body)\n"
        #expect {
            try Self.opened(file.utf8)
        } throws: {
            guard case .header? = $0 as? AgeError else { return false }
            return true
        }
    }

    @Test func `A passphrase stands alone, so nobody else is let in`() throws {
        let file = try AgeFile.seal([1], with: Self.passphrase(), in: Self.few)
        let lines = String(decoding: file.prefix { $0 < 0x80 }, as: UTF8.self).split(separator: "\n")
        let twice = lines[0] + "\n" + lines[1] + "\n" + lines[2] + "\n" + lines[1] + "\n" + lines[2] + "\n"
        #expect(throws: AgeError.self) { try Self.opened(Array(twice.utf8) + file.dropFirst(lines[0].utf8.count + 1)) }
        #expect(throws: AgeError.noPassphrase) {
            try Self.opened("age-encryption.org/v1\n-> X25519 abc\nAAAA\n--- AAAA\n".utf8)
        }
    }

    @Test func `What is no such file is told by its first line`() {
        for text in ["", "{}", "age-encryption.org/v2\n", "age-encryption.org/v1"] {
            #expect(throws: AgeError.notAge) { try Self.opened(text.utf8) }
        }
    }
}
