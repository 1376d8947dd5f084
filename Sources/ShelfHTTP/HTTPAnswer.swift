/// A whole answer.
package struct HTTPAnswer: Hashable, Sendable {
    package let head: Head
    package var body: [UInt8] = []

    package init(head: Head) {
        self.head = head
    }

    /// Takes the next piece of the body.
    ///
    /// - Throws: ``HTTPError/tooLarge``.
    package mutating func append(_ bytes: [UInt8], atMost limit: Int) throws(HTTPError) {
        guard body.count + bytes.count <= limit else { throw .tooLarge }
        body += bytes
    }
}

extension HTTPAnswer {
    /// What an answer begins with, and when.
    package struct Head: Hashable, Sendable {
        package let status: Int
        package let etag: String?
        /// The time here right before the request left, in microseconds.
        package let sentUs: Int64
        /// The time here at the first sight of the answer, in microseconds.
        package let receivedUs: Int64

        package init(status: Int, etag: String?, sentUs: Int64, receivedUs: Int64) {
            self.status = status
            self.etag = etag
            self.sentUs = sentUs
            self.receivedUs = receivedUs
        }
    }

    /// An answer, as it comes: one head, then any number of pieces.
    package enum Part: Hashable, Sendable {
        case head(Head)
        case body([UInt8])
    }
}
