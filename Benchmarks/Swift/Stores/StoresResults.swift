import Foundation

/// What was measured of many stores.
struct StoresResults: Codable {
    var stages: [Stage] = []
    var starts: [Start] = []

    /// A piece of the server's work, with the requests that were answered meanwhile.
    struct Stage: Codable {
        let name: String
        let stores: Int
        let elapsedUs: Int64
        let processorUs: Int64
        /// What pushing a minute's keys took.
        let keysUs: Int64
        /// Resident memory at its highest, of the process so far.
        let peakBytes: Int64
        var requests = 0
        var p99Us: Int64 = 0
        var slowestUs: Int64 = 0
        var slowest = ""

        var row: String {
            StoresResults.line([
                name, "\(stores)", "\(elapsedUs / 1000)", "\(processorUs / 1000)", "\(processorUs / Int64(stores))",
                "\(keysUs / 1000)", "\(peakBytes >> 20)", "\(requests)", StoresResults.milliseconds(p99Us),
                StoresResults.milliseconds(slowestUs), slowest,
            ])
        }
    }

    /// From the start of the program to its first answers.
    struct Start: Codable {
        let name: String
        let stores: Int
        let firstAnswerUs: Int64
        let firstWindowUs: Int64

        var row: String {
            """
            \(name), \(stores) stores: first answer after \(StoresResults.milliseconds(firstAnswerUs)) ms, \
            first window after \(StoresResults.milliseconds(firstWindowUs)) ms
            """
        }
    }

    static let head = line([
        "", "stores", "ms", "cpu ms", "µs/store", "keys ms", "peak MB", "requests", "p99 ms", "worst ms", "",
    ])

    private static func line(_ cells: [String]) -> String {
        cells[0].padding(toLength: 26, withPad: " ", startingAt: 0)
            + cells.dropFirst().dropLast().map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
            + "  " + cells[cells.count - 1]
    }

    private static func milliseconds(_ us: Int64) -> String { String(format: "%.1f", Double(us) / 1000) }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: URL(filePath: path))
    }
}
