package import Foundation

/// What a client in a run over real sockets reports: one JSON object a line.
///
/// `…Us` is the machine's wall clock, which the clients under test don't use.
package enum WitnessLine: Codable, Hashable, Sendable {
    case began(pid: Int32, atUs: Int64)
    /// - Parameters:
    ///   - listing: its chain, slot, position and revision, with dots between.
    ///   - wasSealed: whether it stood on the shelf before its key had come.
    case change(listing: String, position: Int, startMs: Int64, shownUs: Int64, wasSealed: Bool)
    /// The client's clock read `readUs` at some moment between the two others.
    case clock(beforeUs: Int64, readUs: Int64, afterUs: Int64, uncertaintyUs: Int64)
    /// - Parameters:
    ///   - slot: its chain and slot, with a dot between.
    ///   - isGreeting: whether it is the key with which every connection begins.
    case key(slot: String, arrivedUs: Int64, isGreeting: Bool)
    /// The machine didn't run the client in this span.
    case stall(fromUs: Int64, untilUs: Int64)
    case ended(atUs: Int64)

    /// Reads a file of lines. The last line is left out if it is incomplete because its writer was ended.
    package static func read(_ file: URL) throws -> [WitnessLine] {
        let decoder = JSONDecoder()
        let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
        return try lines.enumerated().compactMap { number, line in
            do {
                return try decoder.decode(WitnessLine.self, from: line)
            } catch  where number == lines.count - 1 {
                return nil
            }
        }
    }

    package var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return try! encoder.encode(self)
    }
}
