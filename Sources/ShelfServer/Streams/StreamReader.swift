package import NIOCore

/// A receiver of a store's key stream.
package protocol StreamReader: AnyObject {
    /// - Parameter chunk: framed as HTTP frames the parts of an answer (RFC 9112, section 7.1).
    func send(_ chunk: ByteBuffer)

    /// Nothing more will be sent.
    func endStream()
}
