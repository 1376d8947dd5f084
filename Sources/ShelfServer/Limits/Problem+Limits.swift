import ShelfWire

extension Problem {
    /// As many long answers as may be are under way, in all or to one network.
    static let tooManyLongAnswers: Problem = {
        var problem = Problem(
            .unavailable, status: 503, title: "Many are downloading",
            detail: "Many long files are being sent; ask again in \(longAnswersSeconds) s or a little later.")
        problem.retryAfter = longAnswersSeconds
        return problem
    }()

    private static let longAnswersSeconds: Int64 = 5

    static func rateLimited(seconds: Int64) -> Problem {
        var problem = Problem(
            .rateLimited, status: 429, title: "Too many requests", detail: "Ask again in \(seconds) s.")
        problem.retryAfter = seconds
        return problem
    }
}
