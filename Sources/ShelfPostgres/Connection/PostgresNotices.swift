import CLibPQ

/// The newest warning that the server has sent on a connection. Notices aren't printed, as libpq would.
final class PostgresNotices {
    private(set) var warning: String?

    func forget() { warning = nil }

    /// libpq calls this with each notice, on the thread that uses the connection.
    static let receive: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void = { pointer, result in
        guard let pointer, let result, let severity = PQresultErrorField(result, PostgresField.severity),
            String(cString: severity) == "WARNING"
        else { return }
        let message = PQresultErrorField(result, PostgresField.message).map { String(cString: $0) }
        Unmanaged<PostgresNotices>.fromOpaque(pointer).takeUnretainedValue().warning = message ?? "a warning"
    }
}
