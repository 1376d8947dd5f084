package import ShelfDatabase
package import ShelfModel

/// Only tests change a wallet without writing down who did it; a server always says what to write.
extension SupportDatabase {
    package func post(_ posting: Posting) async throws -> PostingAnswer {
        try await post(posting) { _ in nil }
    }

    package func reverse(_ reversal: Reversal) async throws -> ReversalAnswer {
        try await reverse(reversal) { _ in nil }
    }
}
