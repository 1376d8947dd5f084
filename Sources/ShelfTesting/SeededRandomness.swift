package import ShelfEngine
import ShelfModel
import Synchronization

extension Randomness {
    /// A generator that gives the same bytes in every run.
    package static func seeded(_ seed: UInt32) -> Randomness {
        let generator = Mutex(KeyedGenerator(key: [UInt8](repeating: 7, count: 32), nonce: (seed, 0, 0)))
        return Randomness { count in
            generator.withLock { generator in (0..<count).map { _ in UInt8(generator.next(below: 256)) } }
        }
    }
}
