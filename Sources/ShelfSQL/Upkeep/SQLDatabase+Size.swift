extension SQLDatabase {
    package func size() async throws -> Int64 {
        try await read { try $0.value(Session.bytesOfDatabase) ?? 0 }
    }
}
