import ShelfEngine

/// Metrics in Prometheus' text format, 0.0.4. Times are in seconds and sizes in bytes, as Prometheus wants them.
struct MetricsText {
    enum Kind: String {
        case counter, gauge
    }

    typealias Labels = KeyValuePairs<String, String>

    private(set) var text = ""

    mutating func add(_ kind: Kind, _ name: String, _ help: String, _ value: some CustomStringConvertible) {
        begin(name, help, kind.rawValue)
        add(name, [:], value)
    }

    mutating func add<Value: CustomStringConvertible>(
        _ kind: Kind, _ name: String, _ help: String, samples: [(labels: Labels, value: Value)]
    ) {
        begin(name, help, kind.rawValue)
        for sample in samples { add(name, sample.labels, sample.value) }
    }

    /// Adds a histogram of durations.
    mutating func add(_ name: String, _ help: String, durations: [(labels: Labels, DurationHistogram.Reading)]) {
        begin(name, help, "histogram")
        let bounds = DurationHistogram.boundsUs.map { Self.seconds(us: $0) } + ["+Inf"]
        for (labels, reading) in durations {
            var count = 0
            for (bound, number) in zip(bounds, reading.counts) {
                count += number
                add("\(name)_bucket", labels, bound: bound, count)
            }
            add("\(name)_sum", labels, Self.seconds(us: reading.sumUs))
            add("\(name)_count", labels, count)
        }
    }

    /// - Parameter us: microseconds.
    static func seconds(us: Int64) -> String {
        let (whole, rest) = (us.magnitude / 1_000_000, us.magnitude % 1_000_000)
        let sign = us < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = "\(1_000_000 + rest)".dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }

    private mutating func begin(_ name: String, _ help: String, _ kind: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    private mutating func add(
        _ name: String, _ labels: Labels, bound: String? = nil, _ value: some CustomStringConvertible
    ) {
        let pairs = labels.map { "\($0)=\"\(Self.escaped($1))\"" } + [bound.map { "le=\"\($0)\"" }].compactMap(\.self)
        text += "\(name)\(pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") \(value)\n"
    }

    /// As the format wants the values of labels.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
