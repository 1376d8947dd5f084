/// Lets other tasks go on until something holds.
///
///     try await eventually("the shelf is drawn") { model.shelf.instant != nil }
///
/// It lets no time pass for the code under test. The limit of ten minutes only ends a test that is broken; on a
/// busy machine the tasks of all tests wait for each other for minutes.
///
/// - Throws: ``NeverHappened`` after the limit; `CancellationError` when the test is cancelled.
package func eventually(
    _ event: String, isolation: isolated (any Actor)? = #isolation, _ holds: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    var looks = 0
    while try await !holds() {
        guard ContinuousClock.now < deadline else { throw NeverHappened(event: event) }
        try Task.checkCancellation()
        looks += 1
        // What takes tasks happens within a few turns. What takes a socket needs the processor that looking would take.
        if looks < 200 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
    }
}

/// What a test waited for didn't happen within the limit.
package struct NeverHappened: Error, CustomStringConvertible {
    package let event: String

    package var description: String { "waited ten minutes, but this never happened: \(event)" }
}
