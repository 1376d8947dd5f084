import CLibPQ
import Glibc
import ShelfDatabase
import ShelfModel

/// A connection to PostgreSQL, used by one thread at a time.
///
/// libpq's blocking calls wait for as long as the network keeps them waiting, and `PQconnectPoll` ignores
/// `connect_timeout`. So this waits on the socket itself, up to a deadline.
final class PostgresConnection {
    private let handle: OpaquePointer
    private let secrets: PostgresSecrets
    private let notices = PostgresNotices()
    /// The names of prepared statements by their text.
    private var prepared: [String: String] = [:]
    private var names = 0

    /// - Parameter parameters: those of libpq, by their keywords. They are given to it apart, because an error about a
    ///   whole address would show all of it.
    /// - Throws: ``DatabaseLost`` when no server answers in time; ``UnknownParameter``.
    init(_ parameters: [String: String], deadline: Deadline) throws {
        try PostgresParameters.check(parameters)
        secrets = PostgresSecrets(of: parameters)
        guard let handle = PostgresParameters.start(parameters) else {
            throw DatabaseLost(mayBeCommitted: false, message: "there is no memory for a connection")
        }
        self.handle = handle
        // When this throws, `deinit` ends the attempt, since every property has its value.
        try connect(deadline)
        PQsetnonblocking(handle, 1)
        PQsetNoticeReceiver(handle, PostgresNotices.receive, Unmanaged.passUnretained(notices).toOpaque())
    }

    deinit { PQfinish(handle) }

    /// Runs one statement, which is parsed only once for each connection.
    @discardableResult
    func run(_ sql: String, _ arguments: [PostgresValue], deadline: Deadline) throws -> PostgresResult {
        let name = try statement(sql, arguments.map(\.type), deadline)
        let values = arguments.map(\.binary)
        let isSent = withArguments(values) { pointers, lengths, formats in
            PQsendQueryPrepared(handle, name, CInt(values.count), pointers, lengths, formats, 1)
        }
        return try result(isSent, deadline)
    }

    /// Runs statements that are sent together, in libpq's pipeline mode.
    ///
    /// - Throws: the first refusal, after which nothing of the statements has an effect in a transaction.
    func run(
        _ statements: [(sql: String, arguments: [PostgresValue])], deadline: Deadline
    ) throws -> [PostgresResult] {
        guard PQenterPipelineMode(handle) == 1 else { throw lost() }
        defer { PQexitPipelineMode(handle) }
        var expected: [Expected] = []
        for (sql, arguments) in statements { try send(sql, arguments, &expected) }
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        try flush(deadline)
        return try results(expected, deadline)
    }

    /// What a pipeline's next result is of.
    private enum Expected {
        case preparation(sql: String, name: String)
        case execution
    }

    private func send(_ sql: String, _ arguments: [PostgresValue], _ expected: inout [Expected]) throws {
        let new = prepared[sql] == nil ? newName() : nil
        if let new {
            let types = arguments.map(\.type)
            guard PQsendPrepare(handle, new, sql, CInt(types.count), types) == 1 else { throw lost() }
            expected.append(.preparation(sql: sql, name: new))
        }
        let (name, values) = (prepared[sql] ?? new ?? "", arguments.map(\.binary))
        let isSent = withArguments(values) { pointers, lengths, formats in
            PQsendQueryPrepared(handle, name, CInt(values.count), pointers, lengths, formats, 1)
        }
        guard isSent == 1 else { throw lost() }
        expected.append(.execution)
    }

    /// Reads the results up to the end of the pipeline. Each is followed by nothing, and the last by a result of its
    /// own kind.
    private func results(_ expected: [Expected], _ deadline: Deadline) throws -> [PostgresResult] {
        var results: [PostgresResult] = []
        var refusal: PostgresError?
        for expected in expected {
            guard let next = try nextResult(deadline) else { throw lost() }
            switch PQresultStatus(next) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                switch expected {
                case .preparation(let sql, let name):
                    prepared[sql] = name
                    PQclear(next)
                case .execution: results.append(PostgresResult(next))
                }
            default:
                refusal = refusal ?? Self.refusal(next)
                PQclear(next)
            }
            guard try nextResult(deadline) == nil else { throw lost() }
        }
        guard let end = try nextResult(deadline) else { throw lost() }
        defer { PQclear(end) }
        guard PQresultStatus(end) == PGRES_PIPELINE_SYNC, PQstatus(handle) == CONNECTION_OK else { throw lost() }
        if let refusal { throw refusal }
        return results
    }

    /// Runs statements without arguments and results, such as those that make tables.
    func runScript(_ sql: String, deadline: Deadline) throws {
        try result(PQsendQuery(handle, sql), deadline)
    }

    /// Commits. It never cancels: a cancelled commit may be durable all the same, or, with a synchronous standby, be
    /// confirmed without being durable there, of which the server only warns.
    ///
    /// - Throws: ``DatabaseLost`` with an unknown outcome.
    func commit(deadline: Deadline) throws {
        notices.forget()
        do {
            try runScript("COMMIT", deadline: deadline)
        } catch let error as DatabaseLost {
            throw DatabaseLost(mayBeCommitted: true, message: error.message)
        }
        if let warning = notices.warning { throw DatabaseLost(mayBeCommitted: true, message: warning) }
    }

    /// Whether the connection can run another transaction.
    var isUsable: Bool { PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE }

    private func connect(_ deadline: Deadline) throws {
        var state = PGRES_POLLING_WRITING
        while true {
            guard PQstatus(handle) != CONNECTION_BAD else { throw lost() }
            switch state {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING: try wait(for: POLLIN, deadline)
            case PGRES_POLLING_WRITING: try wait(for: POLLOUT, deadline)
            default: throw lost()
            }
            state = PQconnectPoll(handle)
        }
    }

    /// - Parameter types: the types of the arguments, which the server would guess otherwise, and not always as eight
    ///   bytes.
    private func statement(_ sql: String, _ types: [UInt32], _ deadline: Deadline) throws -> String {
        if let name = prepared[sql] { return name }
        let name = newName()
        try result(PQsendPrepare(handle, name, sql, CInt(types.count), types), deadline)
        prepared[sql] = name
        return name
    }

    /// A name that no other connection has: in a session that a pooler has given to several of them, one would get the
    /// rows of another's statement.
    private func newName() -> String {
        names += 1
        return "s\(PQbackendPID(handle))_\(names)"
    }

    /// Waits for what was sent to be answered.
    ///
    /// - Parameter isSent: what libpq's sending function returned.
    @discardableResult
    private func result(_ isSent: CInt, _ deadline: Deadline) throws -> PostgresResult {
        guard isSent == 1 else { throw lost() }
        try flush(deadline)
        var results: [PostgresResult] = []
        var refusal: PostgresError?
        while let next = try nextResult(deadline) {
            switch PQresultStatus(next) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: results.append(PostgresResult(next))
            default:
                refusal = refusal ?? Self.refusal(next)
                PQclear(next)
            }
        }
        guard PQstatus(handle) == CONNECTION_OK else { throw lost() }
        if let refusal { throw refusal }
        guard let last = results.last else { throw lost() }
        return last
    }

    private func flush(_ deadline: Deadline) throws {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                let ready = try wait(for: POLLIN | POLLOUT, deadline)
                if ready & Int16(POLLIN) != 0, PQconsumeInput(handle) != 1 { throw lost() }
            default: throw lost()
            }
        }
    }

    private func nextResult(_ deadline: Deadline) throws -> OpaquePointer? {
        while PQisBusy(handle) == 1 {
            try wait(for: POLLIN, deadline)
            guard PQconsumeInput(handle) == 1 else { throw lost() }
        }
        return PQgetResult(handle)
    }

    @discardableResult
    private func wait(for events: CInt, _ deadline: Deadline) throws -> Int16 {
        var socket = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
        while true {
            let count = poll(&socket, 1, deadline.left)
            if count > 0 { return socket.revents }
            if count == 0 || errno != EINTR { throw lost("it didn't answer in time") }
        }
    }

    private func lost(_ message: String? = nil) -> DatabaseLost {
        let said = secrets.hidden(in: Self.firstLine(PQerrorMessage(handle)))
        return DatabaseLost(mayBeCommitted: false, message: message ?? said)
    }

    private static func refusal(_ result: OpaquePointer) -> PostgresError {
        PostgresError(
            state: PQresultErrorField(result, PostgresField.state).map { String(cString: $0) } ?? "",
            message: PQresultErrorField(result, PostgresField.message).map { String(cString: $0) } ?? "")
    }

    private static func firstLine(_ text: UnsafePointer<CChar>?) -> String {
        let text = text.map { String(cString: $0) } ?? ""
        return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no message"
    }

    /// Calls `body` with the arguments as libpq takes them, all in the binary format.
    private func withArguments<Value>(
        _ values: [[UInt8]?],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<CInt>, UnsafePointer<CInt>) -> Value
    ) -> Value {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.reduce(1) { $0 + ($1?.count ?? 0) })
        for value in values { bytes += value ?? [] }
        // So that the last of the arguments, if it is empty, points into the array.
        bytes.append(0)
        let lengths = values.map { CInt($0?.count ?? 0) }
        let formats = [CInt](repeating: 1, count: values.count)
        return bytes.withUnsafeBytes { buffer in
            var offset = 0
            let pointers = values.map { value -> UnsafePointer<CChar>? in
                defer { offset += value?.count ?? 0 }
                return value == nil ? nil : (buffer.baseAddress! + offset).assumingMemoryBound(to: CChar.self)
            }
            return body(pointers, lengths, formats)
        }
    }
}

/// The fields of an error or a notice (`postgres_ext.h`), which Swift doesn't import.
enum PostgresField {
    static let severity = CInt(UInt8(ascii: "V"))
    static let state = CInt(UInt8(ascii: "C"))
    static let message = CInt(UInt8(ascii: "M"))
}
