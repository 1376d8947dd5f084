/// A complete answer.
package struct HTTPAnswer: Hashable, Sendable {
    package let head: Head
    package private(set) var body: [UInt8] = []
    /// This device's time when the last of the body came, in microseconds; `nil` when there is no body.
    ///
    /// The end of the body counts, because the server may write a time stamp into it after the head has left.
    package private(set) var receivedUs: Int64?

    package init(head: Head) {
        self.head = head
    }

    /// Appends the next piece of the body.
    ///
    /// - Throws: ``HTTPError/tooLarge``.
    package mutating func append(_ piece: Piece, atMost limit: Int) throws(HTTPError) {
        guard body.count + piece.bytes.count <= limit else { throw .tooLarge }
        body += piece.bytes
        receivedUs = piece.receivedUs
    }
}

extension HTTPAnswer {
    /// The status and the headers that matter here.
    package struct Head: Hashable, Sendable {
        package let status: Int
        package let etag: String?
        /// How many seconds to wait before asking again (RFC 9110, section 10.2.3).
        ///
        /// `nil` also when the server gives a date, because no wall clock is used here.
        package let retryAfter: Int64?
        /// This device's time right before the request left, in microseconds.
        package let sentUs: Int64

        package init(status: Int, etag: String?, retryAfter: Int64? = nil, sentUs: Int64) {
            self.status = status
            self.etag = etag
            self.retryAfter = retryAfter
            self.sentUs = sentUs
        }

        init(status: Int, sentUs: Int64, header: (String) -> String?) {
            let seconds = header("Retry-After").flatMap(Int64.init).flatMap { $0 >= 0 ? $0 : nil }
            self.init(status: status, etag: header("ETag"), retryAfter: seconds, sentUs: sentUs)
        }
    }

    /// A piece of the body, and this device's time when it came, in microseconds.
    package struct Piece: Hashable, Sendable {
        package let bytes: [UInt8]
        package let receivedUs: Int64

        package init(bytes: [UInt8], receivedUs: Int64) {
            self.bytes = bytes
            self.receivedUs = receivedUs
        }
    }

    /// A part of an answer as it comes: first the head, then any number of pieces of the body.
    package enum Part: Hashable, Sendable {
        case head(Head)
        case body(Piece)
    }
}
