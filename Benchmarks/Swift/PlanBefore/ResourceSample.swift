/// What a server, its database and the crowd have used so far.
struct ResourceSample {
    let atUs = TrueTime.nowUs()
    let serverUs: Int64
    /// Of all of the cluster's processes.
    let databaseUs: Int64
    let crowdUs = ProcessorTime.now()
    let statements: Int64

    init(server: Int32, database: String, in cluster: PostgresCluster) throws {
        serverUs = try ProcessAccount.familyUs(of: server)
        databaseUs = try cluster.processorUs()
        statements = try cluster.statements(in: database)
    }
}
