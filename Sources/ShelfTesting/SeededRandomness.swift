import ShelfModel
package import ShelfServer
import Synchronization

extension Randomness {
    /// The same bytes in the same order at each run.
    package static func seeded(_ seed: UInt32) -> Randomness {
        let generator = Mutex(KeyedGenerator(key: [UInt8](repeating: 7, count: 32), nonce: (seed, 0, 0)))
        return Randomness { count in
            generator.withLock { generator in (0..<count).map { _ in UInt8(generator.next(below: 256)) } }
        }
    }
}

/// A generator for tests that draw at random and must draw the same at each run.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var generator: KeyedGenerator

    package init(seed: UInt32) {
        generator = KeyedGenerator(key: [UInt8](repeating: 3, count: 32), nonce: (seed, 1, 0))
    }

    package mutating func next() -> UInt64 { generator.next() }
}
