import Foundation
import Logging
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfSample
import ShelfWire
import Synchronization

/// Makes the pictures of the masters that lie beside a server's configuration file, those first that shelves show first.
///
/// What the server draws before a picture is made has the item's glyph. So at the first start of all, when nothing is
/// drawn yet, the server waits for what it draws first, a minute at most. The others are made in the background.
final class FolderPictures: Sendable {
    private struct State {
        var masters: [LoadedContent.Master]
        /// The digests of those that can't be made.
        var refused: Set<[UInt8]> = []
    }

    /// The content file's.
    private let folder: URL
    private let logger: Logger
    private let state: Mutex<State>

    /// How long the first start waits.
    private static let firstAtMost = Duration.seconds(60)
    private static let atOnce = 16
    /// After this number of pictures the log says how many are made.
    private static let toldEach = 64

    init(folder: URL, _ masters: [LoadedContent.Master], logger: Logger) {
        (self.folder, self.logger) = (folder, logger)
        state = Mutex(State(masters: masters))
    }

    /// Notes the masters of files that were read again.
    func note(_ masters: [LoadedContent.Master]) { state.withLock { $0.masters = masters } }

    /// Whether a master's picture is made, or can't be made.
    func isSettled(_ master: [UInt8], by maker: PictureMaker) -> Bool {
        maker.obstacle != nil || maker.knows(master) || state.withLock { $0.refused.contains(master) }
    }

    /// Makes what is missing, until the task is cancelled.
    ///
    /// - Parameter coming: the masters of what shelves show next, the first one first.
    func make(with maker: PictureMaker, coming: @Sendable () async -> [[UInt8]]) async {
        var made: [LoadedContent.Master] = []
        while !Task.isCancelled {
            let wanted = state.withLock { $0.masters }
            if wanted != made {
                let missing = wanted.filter { !maker.knows($0.digest) }
                let sorted = missing.isEmpty ? [] : missing.sorted(by: await coming())
                if await make(sorted, with: maker) { made = wanted }
            }
            try? await Task.sleep(for: .seconds(wanted == made ? 1 : 10))
        }
    }

    /// Makes what the shelves show first, as far as a minute suffices.
    func makeFirst(_ coming: [[UInt8]], with maker: PictureMaker) async {
        let wanted = state.withLock { $0.masters }
        guard !wanted.isEmpty else { return }
        try? await maker.storeSample(among: wanted.map(\.digest))
        let shown = Set(coming)
        let first = wanted.filter { shown.contains($0.digest) && !maker.knows($0.digest) }
        guard !first.isEmpty else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = await self.make(first.sorted(by: coming), with: maker) }
            group.addTask { try? await Task.sleep(for: Self.firstAtMost) }
            await group.next()
            group.cancelAll()
        }
    }

    /// - Returns: whether there is nothing to try again.
    private func make(_ missing: [LoadedContent.Master], with maker: PictureMaker) async -> Bool {
        guard !missing.isEmpty else { return true }
        if let obstacle = maker.obstacle {
            logger.warning(
                "pictures can't be made, so items have their glyphs",
                metadata: ["pictures": "\(missing.count)", "why": "\(obstacle)"])
            return true
        }
        logger.notice("making pictures", metadata: ["pictures": "\(missing.count)"])
        var (rest, done, isDone) = (missing[...], 0, true)
        while !rest.isEmpty, !Task.isCancelled {
            let some = rest.prefix(Self.atOnce)
            rest = rest.dropFirst(Self.atOnce)
            await withTaskGroup(of: Bool.self) { group in
                for master in some { group.addTask { await self.make(master, with: maker) } }
                for await isFinal in group where !isFinal { isDone = false }
            }
            done += some.count
            if done.isMultiple(of: Self.toldEach), !rest.isEmpty {
                logger.notice("making pictures", metadata: ["made": "\(done)", "pictures": "\(missing.count)"])
            }
        }
        if isDone, !Task.isCancelled { logger.notice("pictures are made", metadata: ["pictures": "\(missing.count)"]) }
        return isDone
    }

    /// - Returns: whether another attempt would end alike.
    private func make(_ master: LoadedContent.Master, with maker: PictureMaker) async -> Bool {
        do {
            _ = try await maker.make(
                Array(try Data(contentsOf: folder.appending(path: master.path))), named: master.digest)
            return true
        } catch PictureRefusal.busy {
            return false
        } catch is CancellationError {
            return false
        } catch {
            logger.error("a picture can't be made", metadata: ["picture": "\(master.path)", "why": "\(error)"])
            guard error is PictureRefusal else { return false }
            state.withLock { _ = $0.refused.insert(master.digest) }
            return true
        }
    }
}

extension [LoadedContent.Master] {
    /// Those first whose items come first. The others keep their order.
    fileprivate func sorted(by coming: [[UInt8]]) -> [LoadedContent.Master] {
        let places = Dictionary(coming.enumerated().map { ($1, $0) }) { first, _ in first }
        return enumerated().sorted {
            (places[$0.element.digest] ?? .max, $0.offset) < (places[$1.element.digest] ?? .max, $1.offset)
        }
        .map(\.element)
    }
}

extension PictureMaker {
    /// Stores those of the masters that are pictures of the sample as they are: they are ready to be shown, also
    /// without libvips.
    fileprivate func storeSample(among masters: [[UInt8]]) async throws {
        let wanted = Set(masters)
        try await store(
            SamplePicture.all().compactMap { picture in
                let master = FileDigest.of(picture.bytes)
                guard wanted.contains(master) else { return nil }
                let variant = PreparedPicture.Variant(width: SamplePicture.width, bytes: picture.bytes)
                return (master, PreparedPicture(variants: [variant], thumbHash: picture.thumbHash))
            })
    }
}
