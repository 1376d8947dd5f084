import Foundation

/// What a server in a process of its own says on its standard output once it serves.
struct ServerGreeting: Codable, Sendable {
    let pid: Int32
    let port: Int
    /// Of its one store, where it signs.
    let publicKey: String?

    /// Of this process.
    init(port: Int, publicKey: String? = nil) {
        (pid, self.port, self.publicKey) = (getpid(), port, publicKey)
    }

    func say() {
        guard let json = try? JSONEncoder().encode(self) else { return }
        FileHandle.standardOutput.write(json + [UInt8(ascii: "\n")])
    }
}
