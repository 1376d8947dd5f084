import ShelfModel
import Yams

/// Reads the zones of stores, each file once.
///
/// It is a class because the readers of all stores share what is read. It is used only while one content is loaded.
final class ZoneReader {
    static let keys = ["offset", "timeZone"]

    private static let expected = "a time zone that this machine has a file of, such as Europe/Berlin"

    private let source: ZoneSource
    /// Names such as EST and Etc/GMT+1 mean something else than what is like them. Their folder is listed once.
    private lazy var names = source.names.filter { $0.contains("/") && !$0.hasPrefix("Etc/") }
    private var read: [String: Result<Zone, ZoneSource.Fault>] = [:]

    init(_ source: ZoneSource) {
        self.source = source
    }

    /// Reads a store's zone: UTC where it names none. Returns `nil` and reports an error when it can't be read.
    func read(_ fields: Fields) -> Zone? {
        guard let field = fields["timeZone"] else { return offset(fields).map(Zone.init(offset:)) }
        if let offset = fields["offset"] {
            offset.log.add(
                offset.place, found: "an offset beside timeZone", expected: "one of both",
                advice: "leave the offset out: a time zone says it for every day")
            return nil
        }
        guard let name = field.scalar, !name.isEmpty else {
            return field.read(Form<Zone>(Self.expected) { _ in nil })
        }
        do throws(ZoneSource.Fault) {
            return try zone(name)
        } catch {
            report(error, name, field)
            return nil
        }
    }

    /// The zone of a store that may have errors; `nil` where it can't be read.
    func peek(_ store: Node.Mapping?) -> Zone? {
        if let name = store?["timeZone"]?.string { return try? zone(name) }
        guard let text = store?["offset"]?.string else { return .utc }
        return Form<TimeSpan>.offset.read(text).map(Zone.init(offset:))
    }

    private func offset(_ fields: Fields) -> TimeSpan? {
        guard let field = fields["offset"] else { return .zero }
        if let text = field.scalar, ZoneSource.isName(text), (try? zone(text)) != nil {
            field.log.add(
                field.place, found: Form<String>.found(text), expected: Form<TimeSpan>.offset.expected,
                advice: "write timeZone: \(text)")
            return nil
        }
        return field.read(.offset)
    }

    private func zone(_ name: String) throws(ZoneSource.Fault) -> Zone {
        if let known = read[name] { return try known.get() }
        let found = Result { () throws(ZoneSource.Fault) in try source.zone(name) }
        read[name] = found
        return try found.get()
    }

    private func report(_ fault: ZoneSource.Fault, _ name: String, _ field: Field) {
        let (found, log) = (Form<String>.found(name), field.log)
        switch fault {
        case .unknown:
            log.add(field.place, found: found, alike: "unknown", expected: Self.expected, advice: advice(name, log))
        case .noFiles(let folder):
            log.add(
                field.place, found: "\(found), and no zone files in \(folder)",
                expected: "the system's zone files", advice: "install the package tzdata on this machine")
        case .broken(let path, let fault):
            log.add(
                field.place, found: "\(found), and \(fault) \(path)",
                expected: "a zone file with a rule, as the package tzdata has it",
                advice: "install the package tzdata again on this machine")
        case .unreadable(let path):
            log.add(
                field.place, found: "\(found), and a zone file \(path) that can't be read",
                expected: "a file of at most \(ZoneFile.bytesAtMost >> 10) KiB that this user may read")
        case .notKept:
            log.add(
                field.place, found: "\(found), which this content version doesn't keep",
                expected: "one that was stored with it", advice: "publish the content again")
        }
    }

    private func advice(_ name: String, _ log: ProblemLog) -> String? {
        if let offset = offsetMeant(name) { return "write offset: \"\(offset)\"" }
        let place = name.lowercased().replacing(" ", with: "_")
        let city = names.filter { $0.lowercased().hasSuffix("/\(place)") }.min { $0.utf8.count < $1.utf8.count }
        return city.map(Advice.didYouMean) ?? (name.utf8.count < 5 ? nil : log.advice(name, among: names))
    }

    /// `+01:00` for `+01:00`, `UTC+1`, `GMT+01:00` and `+1`; `nil` for other texts.
    private func offsetMeant(_ name: String) -> String? {
        let text = ["UTC", "GMT"].contains(name.prefix(3).uppercased()) ? name.dropFirst(3) : name[...]
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst()
        let clock = digits.contains(":") ? String(digits) : "\(digits):00"
        let padded = "\(sign)\(clock.utf8.count == 4 ? "0" : "")\(clock)"
        return Form<TimeSpan>.offset.read(padded).map { _ in padded }
    }
}
