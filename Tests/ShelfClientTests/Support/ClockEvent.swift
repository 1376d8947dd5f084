import ShelfClient
import ShelfModel

/// What can happen to a clock.
enum ClockEvent: Hashable, Sendable {
    case exchange(Exchange)
    case key(reached: Instant, atUs: Int64)
    case jump(ClockJump)

    /// When it takes place by the clock here.
    var atUs: Int64 {
        switch self {
        case .exchange(let exchange): exchange.receivedUs
        case .key(_, let atUs): atUs
        case .jump(let jump): jump.sinceUs
        }
    }
}

extension Exchange {
    init(stamps: [Int64], timeline: String) {
        self.init(
            sentUs: stamps[0], serverReceivedUs: stamps[1], serverSentUs: stamps[2], receivedUs: stamps[3],
            serverUncertaintyUs: stamps[4], timeline: timeline)
    }

    var stamps: [Int64] { [sentUs, serverReceivedUs, serverSentUs, receivedUs, serverUncertaintyUs] }
}

extension ClockEvent: Codable {
    private enum Key: String, CodingKey {
        case exchange, timeline, key, jump
    }

    private static let timeline = "t"

    init(from decoder: any Decoder) throws {
        let step = try decoder.container(keyedBy: Key.self)
        if let stamps = try step.decodeIfPresent([Int64].self, forKey: .exchange) {
            let timeline = try step.decodeIfPresent(String.self, forKey: .timeline) ?? Self.timeline
            self = .exchange(Exchange(stamps: stamps, timeline: timeline))
        } else if let key = try step.decodeIfPresent([Int64].self, forKey: .key) {
            self = .key(reached: Instant(milliseconds: key[0] / 1000), atUs: key[1])
        } else {
            let jump = try step.decode([Int64].self, forKey: .jump)
            self = .jump(ClockJump(byUs: jump[0], sinceUs: jump[1], noticedUs: jump[2]))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var step = encoder.container(keyedBy: Key.self)
        switch self {
        case .exchange(let exchange):
            try step.encode(exchange.stamps, forKey: .exchange)
            if exchange.timeline != Self.timeline { try step.encode(exchange.timeline, forKey: .timeline) }
        case .key(let instant, let atUs): try step.encode([instant.milliseconds * 1000, atUs], forKey: .key)
        case .jump(let jump): try step.encode([jump.byUs, jump.sinceUs, jump.noticedUs], forKey: .jump)
        }
    }
}
