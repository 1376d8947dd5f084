import ShelfServer
import Testing

@Suite struct `Whom an address stands for` {
    @Test func `all addresses of one network of version 6 are one`() {
        #expect(Network.of("2001:db8:1:2::1") == Network.of("2001:db8:1:2:ffff:ffff:ffff:ffff"))
        #expect(Network.of("2001:db8:1:2::1") != Network.of("2001:db8:1:3::1"))
    }

    @Test func `an address of version 4 is one, in either form`() {
        #expect(Network.of("::ffff:192.0.2.7") == "192.0.2.7")
        #expect(Network.of("192.0.2.7") == "192.0.2.7")
        #expect(Network.of("192.0.2.7") != Network.of("192.0.2.8"))
    }

    @Test func `what is no address stands for itself`() {
        #expect(Network.of("") == "")
        #expect(Network.of("unix") == "unix")
    }

    @Test(arguments: [
        ("192.0.2.1:5678", "192.0.2.1"), ("[2001:db8::1]:80", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
        ("192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:db8::1"), ("::1", "::1"), ("[::1", "[::1"), ("", ""),
    ])
    func `an address stands without brackets and port`(text: String, address: String) {
        #expect(Network.address(in: text) == address)
    }
}
