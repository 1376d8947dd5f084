import HummingbirdCore
import ServiceLifecycle

/// Listens for the desk, beside the server.
struct DeskService: NamedService {
    let application: any Service
    let host: String
    let port: Int

    func run() async throws {
        try await ListenError.explaining(.desk, host: host, port: port) { try await application.run() }
    }
}
