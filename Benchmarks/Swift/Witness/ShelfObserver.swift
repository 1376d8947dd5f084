import ShelfWire
import ShelfModel
import Observation
import ShelfClient
import ShelfTesting

/// Watches a store's model as a view does, and tells of each listing when it is first seen open.
@MainActor final class ShelfObserver {
    private let model: StoreModel
    private let writer: LineWriter
    private var shown: [Int: ShelfListing] = [:]
    private var sealed: Set<ShelfListing> = []

    init(_ model: StoreModel, writer: LineWriter) {
        (self.model, self.writer) = (model, writer)
    }

    func observe() {
        let shelf = withObservationTracking {
            model.shelf
        } onChange: {
            Task { @MainActor in self.observe() }
        }
        look(at: shelf, atUs: TrueTime.nowUs())
    }

    /// Says what the clock shows, once it knows something.
    func readClock() {
        let beforeUs = TrueTime.nowUs()
        let reading = model.clock.reading()
        let afterUs = TrueTime.nowUs()
        guard reading.state != .unsynced else { return }
        writer.write(
            .clock(
                beforeUs: beforeUs, readUs: reading.nowUs, afterUs: afterUs, uncertaintyUs: reading.uncertaintyUs))
    }

    private func look(at shelf: Shelf, atUs: Int64) {
        for position in shelf.positions {
            guard let listing = position.listing, shown[listing.position] != listing else { continue }
            guard position.phase != .sealed else {
                sealed.insert(listing)
                continue
            }
            shown[listing.position] = listing
            writer.write(
                .change(
                    listing: listing.name, position: listing.position, startMs: listing.start.milliseconds,
                    shownUs: atUs, wasSealed: sealed.remove(listing) != nil))
        }
    }
}

extension ShelfListing {
    fileprivate var name: String { "\(chain).\(slot).\(position).\(revision)" }
}
