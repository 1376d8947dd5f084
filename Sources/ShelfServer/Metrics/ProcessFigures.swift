import Foundation
import Synchronization

/// What the system says of this process. Each figure is `nil` where the system doesn't say it.
struct ProcessFigures {
    private(set) var cpuSeconds: Double?
    private(set) var residentBytes: Int64?
    private(set) var openFiles: Int?
    private(set) var openFilesAtMost: Int?
    /// Seconds since the epoch.
    private(set) var startSeconds: Double?

    private static let last = Mutex<(figures: ProcessFigures, atUs: Int64)?>(nil)

    /// The figures of the last second: to count many open files takes milliseconds, and everybody may ask.
    static func recent(nowUs: Int64) -> ProcessFigures {
        last.withLock { last in
            if let last, (0..<1_000_000).contains(nowUs - last.atUs) { return last.figures }
            let figures = ProcessFigures()
            last = (figures, nowUs)
            return figures
        }
    }

    #if os(Linux)
        private init() {
            let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
            if let fields = Self.fields {
                cpuSeconds = (fields.userTicks + fields.systemTicks) / ticks
                residentBytes = fields.residentPages * Int64(sysconf(Int32(_SC_PAGESIZE)))
                startSeconds = Self.bootSeconds + fields.startTicks / ticks
            }
            openFiles = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            openFilesAtMost = OpenFiles.most
        }

        private typealias Fields = (userTicks: Double, systemTicks: Double, startTicks: Double, residentPages: Int64)

        /// Of `/proc/self/stat` (proc(5)). Before the third is the program's name in brackets, which may hold anything.
        private static var fields: Fields? {
            guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
                let name = text.lastIndex(of: ")")
            else { return nil }
            let fields = text[text.index(after: name)...].split(separator: " ")
            guard fields.count > 21, let user = Double(fields[11]), let system = Double(fields[12]),
                let start = Double(fields[19]), let resident = Int64(fields[21])
            else { return nil }
            return (user, system, start, resident)
        }

        /// When the machine was started, by the wall clock as it was when this was first asked.
        private static let bootSeconds = seconds(CLOCK_REALTIME) - seconds(CLOCK_BOOTTIME)

        private static func seconds(_ clock: clockid_t) -> Double {
            var time = timespec()
            clock_gettime(clock, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    #else
        private init() {}
    #endif
}

extension MetricsText {
    /// Adds them under the names that Prometheus' own libraries give them.
    mutating func add(_ process: ProcessFigures) {
        if let seconds = process.cpuSeconds {
            add(.counter, "process_cpu_seconds_total", "Processor time that this process has taken.", seconds)
        }
        if let bytes = process.residentBytes {
            add(.gauge, "process_resident_memory_bytes", "Memory that this process has.", bytes)
        }
        if let count = process.openFiles {
            add(.gauge, "process_open_fds", "Files and connections that are open.", count)
        }
        if let count = process.openFilesAtMost {
            add(.gauge, "process_max_fds", "How many of them may be open.", count)
        }
        if let seconds = process.startSeconds {
            add(.gauge, "process_start_time_seconds", "When this process was started, since 1970.", seconds)
        }
    }
}
