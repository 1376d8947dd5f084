import ShelfConfiguration
import Foundation
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting

/// One run over real sockets: starts every client behind a link of its own, lets the accidents happen, reads the logs.
final class StepRun {
    private let plan: StepPlan
    private let timeline: Timeline
    private let publicKey: String
    private let proxy: DelayProxy
    private let folder: TemporaryFolder
    private let program = ProcessInfo.processInfo.arguments[0]
    private var members: [Member] = []
    private var wander = WanderLog()
    /// How late the run itself was woken each second: what the machine, and not a clock, does to everyone.
    private var wakesUs: [Int64] = []

    /// Time for a client to find back after it was stopped or cut off.
    private static let returnUs: Int64 = 2_000_000
    /// The accidents' own moments are known no better.
    private static let marginUs: Int64 = 500_000

    struct Browser {
        /// Where it finds its page.
        let address: String
        /// What its page says.
        let lines: URL
    }

    private struct Member {
        let client: StepPlan.Client
        let link: ProxiedLink
        let log: URL
        let process: TetheredProcess
        var apart: [ClosedRange<Int64>] = []
    }

    init(_ plan: StepPlan, server: StepServer, port: Int, folder: TemporaryFolder) {
        (self.plan, self.folder) = (plan, folder)
        (timeline, publicKey) = (server.timeline, server.publicKey)
        proxy = DelayProxy(to: port)
    }

    func report(browser: Browser?, boundUs: Int64) async throws -> StepReport {
        do {
            try await play(browser)
        } catch {
            try? await end()
            throw error
        }
        try await end()
        return StepReport(try members.map(log), boundUs: boundUs, wakesUs: wakesUs)
    }

    private func play(_ browser: Browser?) async throws {
        for number in 0..<plan.witnesses { try await start(plan.client(number)) }
        if let browser { try await open(browser) }
        let clock = ContinuousClock()
        let began = clock.now
        for second in 0..<plan.seconds {
            wander.note(timeline.wanderUs(), at: TrueTime.nowUs())
            try await befall(second)
            let next = began + .seconds(second + 1)
            try await clock.sleep(until: next, tolerance: .zero)
            wakesUs.append((clock.now - next).components.attoseconds / 1_000_000_000_000)
        }
    }

    private func end() async throws {
        for member in members { await member.process.end() }
        try await proxy.stop()
    }

    private func befall(_ second: Int) async throws {
        if second == plan.stop.at { try stop(plan.stop.client) }
        if second == plan.stop.end { try resume(plan.stop.client) }
        if second == plan.cut.at { try await cut(plan.cut.client) }
        if second == plan.cut.end { try await restore(plan.cut.client) }
        if second == plan.leap.at { try await leap(plan.leap.client) }
    }

    private func log(_ member: Member) throws -> WitnessLog {
        WitnessLog(
            name: member.client.name, link: member.client.link, lines: try WitnessLine.read(member.log),
            settlingUs: Int64(plan.settling) * 1_000_000, apart: member.apart, wander: wander)
    }
}

extension StepRun {
    private func start(_ client: StepPlan.Client, under prefix: [String] = []) async throws {
        let link = try await open(client)
        let log = folder.url.appending(path: "\(client.name).log")
        let process = try TetheredProcess(prefix + command(client, port: link.port), output: log)
        members.append(Member(client: client, link: link, log: log, process: process))
    }

    private func open(_ client: StepPlan.Client) async throws -> ProxiedLink {
        try await proxy.open(up: client.up, down: client.down, seed: UInt32(members.count) * 10)
    }

    private func command(_ client: StepPlan.Client, port: Int) -> [String] {
        let state = folder.url.appending(path: "state-of-\(client.name.prefix { $0.isNumber })").path
        return [
            program, "witness", "http://127.0.0.1:\(port)", "--store", plan.store.id, "--key=\(publicKey)",
            "--offset-us=\(client.clock.offsetUs)", "--drift-ppb=\(client.clock.driftPpb)", "--seconds",
            "\(plan.seconds)", "--state", state,
        ]
    }

    private func open(_ browser: Browser) async throws {
        let client = plan.client(plan.witnesses / 2, name: "Chromium")
        let link = try await open(client)
        let query = [
            "server": "http://127.0.0.1:\(link.port)", "store": plan.store.id, "key": publicKey,
            "offsetUs": "\(client.clock.offsetUs)", "driftPpb": "\(client.clock.driftPpb)",
            "seconds": "\(plan.seconds)",
        ]
        let profile = folder.url.appending(path: "chromium").path
        let process = try TetheredProcess(
            [
                ProcessInfo.processInfo.environment["CHROMIUM"] ?? "chromium-headless-shell", "--no-sandbox",
                "--no-first-run", "--user-data-dir=\(profile)",
                browser.address + "/?" + query.map { "\($0)=\($1)" }.joined(separator: "&"),
            ], output: folder.url.appending(path: "chromium.log"), errors: false)
        members.append(Member(client: client, link: link, log: browser.lines, process: process))
    }
}

extension StepRun {
    private func stop(_ number: Int) throws {
        try signal(number, SIGSTOP)
        say("client \(number): stopped for \(plan.stop.lasts) s")
        keepApart(number, for: plan.stop)
    }

    private func resume(_ number: Int) throws {
        try signal(number, SIGCONT)
    }

    private func cut(_ number: Int) async throws {
        try await members[number].link.cut(.silent)
        say("client \(number): cut off for \(plan.cut.lasts) s")
        keepApart(number, for: plan.cut)
    }

    private func restore(_ number: Int) async throws {
        try await members[number].link.restore()
    }

    private func keepApart(_ number: Int, for accident: StepPlan.Accident) {
        let nowUs = TrueTime.nowUs()
        let untilUs = nowUs + Int64(accident.lasts) * 1_000_000 + Self.returnUs
        members[number].apart.append(nowUs - Self.marginUs...untilUs + Self.marginUs)
    }

    private func say(_ text: String) {
        print(text)
        fflush(nil)
    }

    private func signal(_ number: Int, _ signal: Int32) throws {
        guard case .began(let pid, _) = try WitnessLine.read(members[number].log).first else { return }
        kill(pid, signal)
    }

    /// A device that starts again believes that it has not: same boot session, another boot clock.
    private func leap(_ number: Int) async throws {
        let name = "client \(number)"
        guard await TimeNamespace.isPermitted() else { return say("\(name): no other time namespace is permitted") }
        await members[number].process.end()
        try await start(
            plan.client(number, name: "\(number) in another time namespace"), under: TimeNamespace.command)
        say("\(name): ended, and begun again in another time namespace")
    }
}
