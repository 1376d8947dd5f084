import ShelfWire

extension Problem {
    /// Others have all the places for heavy work, or the token has two.
    static var busy: Problem {
        var problem = Problem(
            .rateLimited, status: 429, title: "Busy",
            detail: """
                A few such requests are worked on, of one token two at most; ask again in \(busySeconds) s, or once the \
                answers that you wait for have come.
                """)
        problem.retryAfter = busySeconds
        return problem
    }

    private static let busySeconds: Int64 = 2
}
