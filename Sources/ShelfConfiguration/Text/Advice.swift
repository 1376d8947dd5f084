import ShelfModel

/// Texts that tell a person how to correct a problem.
enum Advice {
    static func didYouMean(_ text: String) -> String { "did you mean \(text)?" }

    /// Suggests the known name that is most similar; `nil` when none is similar enough.
    static func didYouMean(_ name: String, among known: some Sequence<String>) -> String? {
        NearName.nearest(to: name, among: known).map { didYouMean(readable($0)) }
    }
}
