import ShelfClient
import ShelfTesting
import ShelfWire
import Testing

/// What a device bought in the App Store, brought to a server that breaks down, without waiting for real.
@Suite(.timeLimit(.minutes(30))) struct `Topping up` {
    let till = FakeTill()
    let device: BuyingDevice

    init() {
        device = BuyingDevice(till)
    }

    @Test func `brings what it was worth, and the wallet has it`() async throws {
        let (confirmation, status) = try await device.run { (try await $0.topUp("jws"), await $0.look()) }
        #expect(
            confirmation
                == TopUpConfirmation(
                    transaction: "jws", currency: "coins", amount: 100, replayed: false, balance: 1100))
        #expect(status.balances == ["coins": 1100])
    }

    @Test func `a lost answer is asked for again, and the transaction counts once`() async throws {
        till.fail(.answerLost, .lost, .status(502, retryAfter: nil), .answerLost)
        let confirmation = try await device.run { try await $0.topUp("jws") }
        #expect(confirmation.replayed && confirmation.balance == 1100)
        #expect(till.sight.transactions == ["jws", "jws", "jws", "jws", "jws"])
        #expect(device.waits.count == 4)
        #expect(device.waits == device.waits.sorted())
    }

    @Test func `a busy server is left alone for as long as it says`() async throws {
        var problem = Problem(.rateLimited, status: 429, title: "Too many", detail: "Wait.")
        problem.retryAfter = 7
        till.fail(.problem(problem))
        _ = try await device.run { try await $0.topUp("jws") }
        #expect(device.waits.count == 1)
        #expect(device.waits.allSatisfy { $0 > 7_000_000 })
    }

    @Test func `a token that ends on its way is replaced at once`() async throws {
        till.fail(.tokenEnded)
        _ = try await device.run { try await $0.topUp("jws") }
        #expect(device.waits.isEmpty)
        #expect(till.sight.transactions.count == 2)
    }

    @Test(arguments: [
        Problem.Code.transactionRevoked, .transactionTaken, .unknownProduct, .unverified, .impossible, .notFound,
    ])
    func `a refusal is told, and nothing is sent again`(code: Problem.Code) async throws {
        let problem = Problem(code, status: 409, title: "No", detail: "Not so.")
        till.fail(.problem(problem))
        await #expect(throws: TransportError.problem(problem)) {
            try await device.run { try await $0.topUp("jws") }
        }
        #expect(till.sight.transactions.count == 1)
        #expect(device.waits.isEmpty)
    }

    @Test func `a caller that is cancelled stops asking`() async throws {
        for _ in 0..<50 { till.fail(.lost) }
        try await device.run { queue in
            let asking = Task { try await queue.topUp("jws") }
            try await eventually("it has been sent three times") { till.sight.transactions.count >= 3 }
            asking.cancel()
            await #expect(throws: CancellationError.self) { try await asking.value }
        }
        #expect(till.sight.counted.isEmpty)
    }
}
