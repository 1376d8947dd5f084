package import NIOCore

/// Someone who is sent a store's keys as they are released.
package protocol StreamReader: AnyObject {
    /// - Parameter words: framed as HTTP frames the parts of an answer (RFC 9112, section 7.1).
    func send(_ words: ByteBuffer)

    /// Nothing more will be sent.
    func endStream()
}
