import Foundation
import ShelfWire

/// Performs what one ``Purchase`` wants done, until it is finished.
struct PurchasePerformer: Sendable {
    let account: PlayerAccount
    let trade: TradeTransport
    let archive: PlayerArchive
    let local: LocalClock

    /// A request without an answer for so long is told as delayed. It goes on, for the server may be slow.
    static let slowSeconds: Int64 = 5

    /// - Parameter delayed: is called when a request has failed and is to be sent again, and when one hangs.
    /// - Returns: what came of it; `nil` when the task was cancelled before.
    func perform(
        _ start: Purchase, _ first: Purchase.Event, delayed: @escaping @Sendable (PurchaseDelay) async -> Void
    ) async -> Purchase.Outcome? {
        var (purchase, next) = (start, Optional(first))
        while let event = next, !Task.isCancelled {
            next = nil
            for action in purchase.handle(event, at: local.nowUs()) {
                if case .finish(let outcome) = action { return outcome }
                if case .wait(let us, let reason) = action { await delayed(delay(untilUs: us, reason)) }
                next = await perform(action, for: purchase.intent, delayed) ?? next
            }
        }
        return nil
    }

    /// - Returns: the event to tell the purchase of, if there is one.
    private func perform(
        _ action: Purchase.Action, for intent: PurchaseIntent,
        _ delayed: @escaping @Sendable (PurchaseDelay) async -> Void
    ) async -> Purchase.Event? {
        switch action {
        case .keep: return await keep(intent)
        case .getToken: return await getToken()
        case .dropToken(let token): await account.drop(token)
        case .send(let token):
            let slow = Task { await tellHanging(delayed) }
            defer { slow.cancel() }
            return await send(intent, token)
        case .wait(let us, _): return (try? await local.sleep(untilUs: us)).map { .wake }
        case .forget: await archive.forget(intent.key)
        case .finish: break
        }
        return nil
    }

    private func delay(untilUs: Int64, _ reason: TransportError) -> PurchaseDelay {
        let wallUs = local.wallUs() + untilUs - local.nowUs()
        return PurchaseDelay(reason: reason, retryAt: Date(timeIntervalSince1970: Double(wallUs) / 1_000_000))
    }

    /// Tells that a request hangs, unless it is over before.
    private func tellHanging(_ delayed: @Sendable (PurchaseDelay) async -> Void) async {
        let us = local.nowUs() + Self.slowSeconds * 1_000_000
        guard (try? await local.sleep(untilUs: us)) != nil, !Task.isCancelled else { return }
        await delayed(delay(untilUs: us, .silent(seconds: Self.slowSeconds)))
    }

    private func keep(_ intent: PurchaseIntent) async -> Purchase.Event {
        do {
            try await archive.keep(intent)
            return .kept
        } catch { return .notKept("\(error)") }
    }

    private func getToken() async -> Purchase.Event {
        do {
            return .token(try await account.token())
        } catch { return .noToken(TransportError(any: error)) }
    }

    private func send(_ intent: PurchaseIntent, _ token: String) async -> Purchase.Event {
        do {
            return .confirmed(try await trade.purchase(intent.store, intent.key, intent.request, token))
        } catch { return .failed(TransportError(any: error)) }
    }
}
