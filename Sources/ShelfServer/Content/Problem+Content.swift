import ShelfConfiguration
import ShelfModel
import ShelfWire

extension Problem {
    static let noSuchVersion = Problem(
        .notFound, status: 404, title: "No such version", detail: "No content version has this number; check it.")

    static func begun(_ version: ContentVersion) -> Problem {
        Problem(
            .contentConflict, status: 409, title: "It has taken effect",
            detail: """
                Version \(version.number) has been in force since \(RFC3339.text(version.from)), and only a version that \
                hasn't taken effect is cancelled; roll back to an earlier one.
                """)
    }

    static let noFiles = Problem(
        .notFound, status: 404, title: "No files", detail: "This server reads no content files; publish content.")

    static let serverOwnsContent = Problem(
        .serverOwnsContent, status: 409, title: "The server owns the content",
        detail: """
            The files only started this shop, so their content isn't taken again; publish it (shelflife publish), or set \
            content.owner: files.
            """)

    static let otherPlan = Problem(
        .contentConflict, status: 409, title: "Other plan",
        detail: "Another content version is in force than base: somebody has published since; read the plan again.")

    /// - Parameter known: the ids of the stores in force.
    static func noStoreInForce(_ store: String, among known: [String]) -> Problem {
        let advice =
            NearName.nearest(to: store, among: known).map { "did you mean \($0)?" }
            ?? "there are \(known.prefix(20).joined(separator: ", "))\(known.count > 20 ? " and others" : "")."
        return Problem(
            .notFound, status: 404, title: "No such store",
            detail: "The content in force has no store with this id; \(advice)")
    }

    static let noSuchDraft = Problem(
        .notFound, status: 404, title: "No such draft", detail: "No draft has this name; check it.")

    static let otherRevision = Problem(
        .contentConflict, status: 409, title: "Other revision",
        detail: "The draft has another revision: somebody has changed it since; read it again.")

    static let tooManyDrafts = Problem(
        .contentConflict, status: 409, title: "Too many drafts",
        detail: "There are \(ContentDraftRoutes.most) drafts, and no more can be kept; delete or publish one first.")

    /// Makes the problem for content with errors, which it names.
    static func refused(_ problems: ConfigurationProblems) -> Problem {
        let errors = problems.problems.count { $0.severity == .error }
        let told = ContentProblem.some(of: problems.problems)
        var problem = Problem(
            .contentRefused, status: 422, title: "Content refused",
            detail: """
                The content has \(errors == 1 ? "an error" : "\(errors) errors"); \
                problems names \(told.count < errors ? "some" : "each").
                """)
        problem.problems = told
        return problem
    }

    /// Makes the problem for a plan that can't be kept, or can't be written, which it names.
    static func refused(_ problems: [ContentProblem]) -> Problem {
        var problem = unfitContent("The plan can't be kept like this; problems names each reason.")
        problem.problems = problems
        return problem
    }

    static func unfitContent(_ detail: String) -> Problem {
        Problem(.contentRefused, status: 422, title: "Content refused", detail: detail)
    }

    /// The problem of content that this token may not read.
    static let untoldContent = unfitContent(
        "The content can't be put in force like this; a token that has content:read, too, is told why.")
}
