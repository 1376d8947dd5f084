import ShelfAppStore
import ShelfModel
import ShelfTesting
import Testing

@Suite struct ErrorTextTests {
    static let unbelieved: [AppStoreError] = [
        .noRoots, .root(1), .tooLarge(bytes: 40_000), .form, .algorithm, .criticalHeader, .certificateCount(1),
        .certificate(.signing), .signature, .field("quantity"),
        .signedLater(signed: AppStoreSample.now, now: AppStoreSample.signed), .notApples(.signing),
        .notApples(.intermediate), .notValid(.signing, at: AppStoreSample.signed), .untrusted,
        .bundle(found: "a", expected: "b"), .environment(found: "Sandbox", expected: .production),
    ]
    static let worthless: [TopUpError] = [.notConsumable(product: "a"), .unknownProduct("a"), .tooMuch]

    @Test func `every error has a text of its own that says what is wrong and what to do`() {
        let texts = Self.unbelieved.map(\.description) + Self.worthless.map(\.description)
        #expect(Set(texts).count == texts.count)
        for text in texts { #expect(text.contains("; "), "\(text)") }
    }

    @Test func `times in them are written as people write times`() {
        let error = AppStoreError.notValid(.signing, at: AppStoreSample.signed)
        #expect("\(error)".contains("2026-11-21T09:00:00Z"))
    }
}
