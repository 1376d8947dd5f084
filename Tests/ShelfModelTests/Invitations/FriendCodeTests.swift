import ShelfModel
import Testing

@Suite struct FriendCodeTests {
    private let code = FriendCode(bytes: [0x00, 0x44, 0x32, 0x14, 0xC7, 0x42, 0x54, 0xB6, 0x35, 0xCF])!

    @Test func `it is read as it was written, and as a person types it`() {
        #expect(code.text.hasPrefix("0123-4567-89AB-CDEF-"))
        #expect(FriendCode(text: code.text) == code)
        #expect(FriendCode(text: code.text.lowercased().replacing("-", with: " ")) == code)
        #expect(FriendCode(text: code.text.replacing("0", with: "o").replacing("1", with: "l")) == code)
    }

    @Test func `one wrong digit is found, and so are two that changed places`() {
        let digits = Array(code.text.filter { $0 != "-" })
        for index in digits.indices {
            for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where other != digits[index] {
                var wrong = digits
                wrong[index] = other
                #expect(FriendCode(text: String(wrong)) == nil)
            }
            for other in digits.indices where digits[other] != digits[index] {
                var wrong = digits
                wrong.swapAt(index, other)
                #expect(FriendCode(text: String(wrong)) == nil)
            }
        }
    }

    @Test(arguments: [
        "", "0123", "0123-4567-89AB-CDEF", "0123-4567-89AB-CDEU-0", String(repeating: "0", count: 100_000),
    ])
    func `what isn't a code is none`(text: String) {
        #expect(FriendCode(text: text) == nil)
        #expect(FriendCode(bytes: [1, 2]) == nil)
    }
}
