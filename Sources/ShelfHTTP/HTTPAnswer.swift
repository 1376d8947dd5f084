/// A whole answer.
package struct HTTPAnswer: Hashable, Sendable {
    package let head: Head
    package private(set) var body: [UInt8] = []
    /// The time here when the last of the body came, in microseconds; `nil` where there is none.
    ///
    /// What the server says in its body, it may have thought of after the head had left.
    package private(set) var receivedUs: Int64?

    package init(head: Head) {
        self.head = head
    }

    /// Takes the next piece of the body.
    ///
    /// - Throws: ``HTTPError/tooLarge``.
    package mutating func append(_ piece: Piece, atMost limit: Int) throws(HTTPError) {
        guard body.count + piece.bytes.count <= limit else { throw .tooLarge }
        body += piece.bytes
        receivedUs = piece.receivedUs
    }
}

extension HTTPAnswer {
    /// What an answer begins with.
    package struct Head: Hashable, Sendable {
        package let status: Int
        package let etag: String?
        /// For how many seconds to wait before asking again (RFC 9110, section 10.2.3).
        ///
        /// `nil` also when a date is given instead: no wall clock is believed here.
        package let retryAfter: Int64?
        /// The time here right before the request left, in microseconds.
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

    /// Some of the body, and the time here when it came, in microseconds.
    package struct Piece: Hashable, Sendable {
        package let bytes: [UInt8]
        package let receivedUs: Int64

        package init(bytes: [UInt8], receivedUs: Int64) {
            self.bytes = bytes
            self.receivedUs = receivedUs
        }
    }

    /// An answer, as it comes: one head, then any number of pieces.
    package enum Part: Hashable, Sendable {
        case head(Head)
        case body(Piece)
    }
}
