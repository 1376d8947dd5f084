import ShelfEngine
import ShelfWire

/// Writes listings as ``FutureAnswer/Entry`` is in JSON.
///
/// A day of a large store has fifty thousand listings of a few thousand items. Foundation's encoder takes longer to
/// write them than the schedule takes to draw them, so each text is encoded once here, and used whenever it comes
/// again.
struct FutureEntryText {
    private var encoded: [String: [UInt8]] = [:]

    mutating func write(_ entry: FutureAnswer.Entry, to bytes: inout [UInt8]) throws {
        bytes.append(UInt8(ascii: "{"))
        if let appearance = entry.appearance { bytes += "\"appearance\":\(appearance),".utf8 }
        bytes += "\"currency\":".utf8
        try write(entry.currency, to: &bytes)
        bytes += ",\"decided\":\(entry.decided),\"endMs\":\(entry.endMs),\"item\":".utf8
        try write(entry.item, to: &bytes)
        if let master = entry.master { bytes += ",\"master\":\"\(master)\"".utf8 }
        bytes += ",\"name\":".utf8
        try write(entry.name, to: &bytes)
        bytes += ",\"planned\":\(entry.planned),\"position\":\(entry.position),\"price\":\(entry.price),\"set\":".utf8
        try write(entry.set, to: &bytes)
        bytes += ",\"startMs\":\(entry.startMs),\"withdrawn\":\(entry.withdrawn)}".utf8
    }

    private mutating func write(_ text: String, to bytes: inout [UInt8]) throws {
        if let known = encoded[text] {
            bytes += known
            return
        }
        let new = try WireJSON.encode(text)
        encoded[text] = new
        bytes += new
    }
}
