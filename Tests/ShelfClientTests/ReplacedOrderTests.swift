import ShelfClient
import ShelfModel
import ShelfWire
import Testing

/// The listing of slot 721 at position 0 in three revisions. The window of minute 11 comes from a cache, so it still
/// has the first.
@Suite struct `Windows, notices and a key in any order` {
    enum Step: Hashable, CaseIterable {
        case first, cached, newest, notice1, notice2, key

        var revision: Int {
            switch self {
            case .first, .cached, .key: 0
            case .newest, .notice1: 1
            case .notice2: 2
            }
        }

        var isWindow: Bool { [.first, .cached, .newest].contains(self) }
    }

    /// Everything that can come, made once.
    struct Mail {
        let events: [Step: StoreSession.Event]

        init(_ store: FakeStore) throws {
            func window(_ minute: Int, _ revision: Int) throws -> StoreSession.Event {
                let window = try store.window(
                    minute: minute, position: 0, slot: 721, revision: revision, name: "card \(revision)")
                return .windowAnswer(bytes: window.bytes, etag: nil)
            }
            func notice(_ revision: Int) -> StoreSession.Event {
                .notice(store.replacement(position: 0, slot: 721, revision: revision, name: "card \(revision)"))
            }
            events = [
                .first: try window(10, 0), .cached: try window(11, 0), .newest: try window(12, 1),
                .notice1: notice(1), .notice2: notice(2),
                .key: .keyEvent(KeyEvent(released: store.released(721), sequence: 0)),
            ]
        }
    }

    @Test func `show the highest revision that has come, whatever is repeated`() throws {
        let store = FakeStore()
        let mail = try Mail(store)
        var device = VirtualDevice(store, minutes: 12)
        (device.servesWindows, device.servesStream) = (false, false)
        device.tell(.started(archived: nil))
        device.run(seconds: 2)
        let orders = Self.orders(of: Step.allCases)
        #expect(orders.count == 720)
        for order in orders {
            guard play(order, mail, on: device) else { return }
        }
    }

    /// - Returns: whether all went well; after the first order that didn't, the others are left out.
    private func play(_ order: [Step], _ mail: Mail, on device: VirtualDevice) -> Bool {
        var device = device
        var isKeyKnown = false
        for count in 1...order.count {
            let told = order.prefix(count)
            let hasWindow = told.contains(where: \.isWindow)
            device.tell(mail.events[told.last!]!)
            isKeyKnown = isKeyKnown || (told.last == .key && hasWindow)
            guard hasWindow else { continue }
            for step in [Step.notice1, .notice2] where told.contains(step) { device.tell(mail.events[step]!) }
            let position = device.shelf().positions[0]
            let highest = told.map(\.revision).max()!
            let isRight =
                position.listing?.revision == highest && position.card?.name == (isKeyKnown ? "card \(highest)" : nil)
            #expect(isRight, "\(told): \(String(describing: position))")
            if !isRight { return false }
            if case .contradiction = device.status.problem {
                Issue.record("\(told) is no contradiction")
                return false
            }
        }
        return true
    }

    private static func orders(of steps: [Step]) -> [[Step]] {
        guard !steps.isEmpty else { return [[]] }
        return steps.flatMap { first in orders(of: steps.filter { $0 != first }).map { [first] + $0 } }
    }
}
