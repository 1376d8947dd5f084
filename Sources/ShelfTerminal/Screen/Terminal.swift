import Dispatch
import Foundation

/// The terminal while a store is drawn on it. Keys are delivered one by one and the cursor is hidden; at the end the
/// terminal is restored to what it was.
final class Terminal {
    enum Event: Hashable, Sendable {
        case key(TerminalKey)
        case resized
        case signal(Int32)
    }

    private static let enterCodes = "\u{1B}[?1049h\u{1B}[?25l"
    private static let leaveCodes = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    private var before: termios?
    private var sources: [any DispatchSourceProtocol] = []
    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    init() {
        (events, continuation) = AsyncStream.makeStream(of: Event.self)
    }

    func enter() {
        var settings = termios()
        if tcgetattr(STDIN_FILENO, &settings) == 0 {
            before = settings
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        }
        Self.write(Self.enterCodes)
    }

    func leave() {
        Self.write(Self.leaveCodes)
        if var settings = before { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    }

    func draw(_ lines: [String]) {
        let body = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
        Self.write("\u{1B}[H\(body)\u{1B}[J")
    }

    /// Keys and signals become events from here on.
    func listen() {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH] { listen(to: number) }
        guard isatty(STDIN_FILENO) == 1 else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .global())
        source.setEventHandler { [continuation] in
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            if count <= 0 { source.cancel() }
            for key in TerminalKey.keys(in: bytes.prefix(max(0, count))) { continuation.yield(.key(key)) }
            if count == 0 { continuation.yield(.key(.quit)) }
        }
        begin(source)
    }

    func stopListening() {
        for source in sources { source.cancel() }
        sources = []
        for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH] { signal(number, SIG_DFL) }
    }

    /// Suspends the process as Ctrl-Z asks. When it continues, the screen is drawn again.
    func suspend() {
        leave()
        kill(getpid(), SIGSTOP)
        enter()
    }

    private func listen(to number: Int32) {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [continuation] in
            continuation.yield(number == SIGWINCH ? .resized : .signal(number))
        }
        begin(source)
    }

    private func begin(_ source: any DispatchSourceProtocol) {
        source.activate()
        sources.append(source)
    }

    private static func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else {
                if errno == EINTR || errno == EAGAIN { continue }
                return
            }
            rest = rest.dropFirst(count)
        }
    }
}
