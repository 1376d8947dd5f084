import Foundation
import ShelfTesting

/// Writes each line to the standard output at once, from any thread, whole.
struct LineWriter: Sendable {
    func write(_ line: WitnessLine) {
        FileHandle.standardOutput.write(line.json + [UInt8(ascii: "\n")])
    }
}
