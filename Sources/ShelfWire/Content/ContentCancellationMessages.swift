/// `POST /v1/admin/content/cancel`: a scheduled version isn't to take effect.
package struct ContentCancellationRequest: Hashable, Sendable, Codable {
    package let version: Int64
    package let reason: String

    package init(version: Int64, reason: String) {
        self.version = version
        self.reason = reason
    }

    /// - Throws: also for a member that is none of these.
    package init(from decoder: any Decoder) throws {
        try UnknownMembers.refuse(in: decoder, except: CodingKeys.allCases.map(\.stringValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            version: try members.decode(Int64.self, forKey: .version),
            reason: try members.decode(String.self, forKey: .reason))
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case version, reason
    }
}

/// The answer to a cancellation.
package struct ContentCancellationAnswer: Hashable, Sendable, Codable {
    package let version: ContentVersionRecord
    /// Whether it had been cancelled before.
    package let replayed: Bool
    /// The versions of the same instant whose place it had taken. They are cancelled with it.
    package let with: [Int64]
    /// The next scheduled version; `nil` when there is none.
    package let next: ContentVersionRecord?

    package init(version: ContentVersionRecord, replayed: Bool, with: [Int64], next: ContentVersionRecord?) {
        self.version = version
        self.replayed = replayed
        self.with = with
        self.next = next
    }
}
