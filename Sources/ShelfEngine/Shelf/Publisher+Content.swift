import ShelfModel

extension Publisher: ContentPublisher {
    nonisolated func firstDraw(whenInForceFrom instant: Instant) -> Instant {
        StorePublisher.drawnUntil(whenInForceFrom: instant)
    }
}
