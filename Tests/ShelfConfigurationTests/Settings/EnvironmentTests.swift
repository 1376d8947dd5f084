import ShelfConfiguration
import ShelfModel
import Testing

@Suite struct EnvironmentTests {
    @Test func `variables override the file`() throws {
        let folder = try TemporaryFolder.configured(settings: "server: {host: a.example, port: 1, data: state}")
        let configuration = try folder.load(environment: [
            "SHELFLIFE_HOST": "0.0.0.0", "SHELFLIFE_PORT": "9090", "SHELFLIFE_DATA": "elsewhere",
            "SHELFLIFE_CLOCK_UNCERTAINTY": "7ms", "SHELFLIFE_SOMETHING_ELSE": "x",
        ])
        #expect(configuration.settings.server == ServerSettings(host: "0.0.0.0", port: 9090, data: "elsewhere"))
        #expect(configuration.settings.clockUncertainty == .milliseconds(7))
    }

    @Test func `the database is the file's, the variable's over it, or the embedded one`() throws {
        let folder = try TemporaryFolder.configured(settings: "database: postgresql://a@b/c")
        #expect(try TemporaryFolder.configured().load(environment: [:]).settings.database == nil)
        let own = try folder.load(environment: [:]).settings.database
        #expect(own?.parameters == ["user": "a", "host": "b", "dbname": "c"])
        let other = "postgres:///shop?host=one,two&target_session_attrs=read-write"
        let database = try folder.load(environment: ["SHELFLIFE_DATABASE": other]).settings.database
        #expect(
            database?.parameters == ["host": "one,two", "dbname": "shop", "target_session_attrs": "read-write"])
    }

    @Test func `a database's password is in no report`() throws {
        let problems = try TemporaryFolder.configured().problems(environment: ["SHELFLIFE_DATABASE": "u:secret@h/d"])
        #expect(problems.count == 1 && problems[0].hasPrefix("SHELFLIFE_DATABASE: found something else"))
        #expect(!problems[0].contains("secret"))
        #expect("\(try DatabaseAddress("postgresql://u:secret@h/d"))" == "PostgreSQL")
    }

    @Test func `a bad value names its variable`() throws {
        let problems = try TemporaryFolder.configured().problems(environment: [
            "SHELFLIFE_HOST": "", "SHELFLIFE_PORT": "65536", "SHELFLIFE_CLOCK_UNCERTAINTY": "a bit",
        ])
        #expect(
            problems == [
                "SHELFLIFE_HOST: found nothing, expected a host name or an address of at most 253 characters, such as 127.0.0.1",
                "SHELFLIFE_PORT: found \"65536\", expected a port from 0 to 65535 (0: any that is free)",
                "SHELFLIFE_CLOCK_UNCERTAINTY: found \"a bit\", expected a span from 0ms to 5m, such as 5ms",
            ])
    }

    @Test func `an uncertainty that no lead allows is told of the variable that sets it`() throws {
        let problems = try TemporaryFolder.configured().problems(environment: ["SHELFLIFE_CLOCK_UNCERTAINTY": "200ms"])
        #expect(problems.count == 1)
        let start = "warning: SHELFLIFE_CLOCK_UNCERTAINTY: found 200ms, expected at most half"
        #expect(problems.first?.hasPrefix(start) == true)
    }

    @Test func `a variable doesn't excuse what is wrong in the file`() throws {
        let folder = try TemporaryFolder.configured(settings: "server: {port: http}")
        #expect(folder.problems(environment: ["SHELFLIFE_PORT": "80"]).count == 1)
    }
}
