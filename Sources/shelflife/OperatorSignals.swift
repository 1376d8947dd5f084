import UnixSignals

/// The signals that a server handles: SIGINT and SIGTERM, which stop it, and SIGHUP.
///
/// The signals are caught for as long as a value of this type exists. Without one, each of them would kill the process
/// immediately.
struct OperatorSignals: AsyncSequence, Sendable {
    private let caught: UnixSignalsSequence

    init() async {
        caught = await UnixSignalsSequence(trapping: .sighup, .sigint, .sigterm)
    }

    func makeAsyncIterator() -> UnixSignalsSequence.AsyncIterator { caught.makeAsyncIterator() }
}
