import NIOCore
import ShelfWire
import Synchronization

/// The bodies of problems, each written once. A crowd that asks for what isn't there yet gets the same few.
enum ProblemBodies {
    private static let written = Mutex<[Problem: ByteBuffer]>([:])

    /// Problems with a balance or a time in their text are many, and those of refused content are long.
    private static let atMost = 256

    static func body(of problem: Problem) -> ByteBuffer {
        if let known = written.withLock({ $0[problem] }) { return known }
        let body = ByteBuffer(bytes: (try? WireJSON.encode(problem)) ?? [])
        guard problem.problems == nil else { return body }
        written.withLock { written in
            if written.count >= atMost { written.removeAll() }
            written[problem] = body
        }
        return body
    }
}
