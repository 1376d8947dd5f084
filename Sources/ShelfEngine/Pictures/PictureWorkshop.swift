import Foundation
package import ShelfModel

/// Makes pictures from designers' masters, with libvips in confined child processes.
///
/// A first process decodes masters, which may be hostile, and leaves bare pixels. Only these are read here, and written
/// anew. A second one makes them WebP.
package struct PictureWorkshop: Sendable {
    /// A process takes this number of masters at once, since its start costs as much as a small master.
    private static let mostInProcess = 32
    private static let mostColoursOfLossless = 256
    private static let widest = PictureLadder.widths[PictureLadder.widths.count - 1]
    private static let mostHeight = widest * PictureLadder.mostHeightForWidth

    private let child: ConfinedChild

    /// - Throws: ``ChildFailure/missing(program:)`` where libvips' tools aren't installed.
    package init() throws(ChildFailure) {
        child = try ConfinedChild("vipsthumbnail")
    }

    /// - Returns: for each master, in their order, its picture or why it has none.
    /// - Throws: ``ChildFailure/notStarted(_:)``, `CancellationError`, or what keeps files from being written.
    package func prepare(_ masters: [[UInt8]]) async throws -> [Result<PreparedPicture, MasterFault>] {
        var prepared: [Result<PreparedPicture, MasterFault>] = []
        for first in stride(from: 0, to: masters.count, by: Self.mostInProcess) {
            prepared += try await prepareSome(Array(masters[first..<min(first + Self.mostInProcess, masters.count)]))
        }
        return prepared
    }

    private func prepareSome(_ masters: [[UInt8]]) async throws -> [Result<PreparedPicture, MasterFault>] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shelflife-pictures-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var faults: [Int: MasterFault] = [:]
        var names: [Int: String] = [:]
        for (index, master) in masters.enumerated() {
            do throws(MasterFault) {
                let name = "\(index).\(try MasterHeader(master).format.suffix)"
                names[index] = name
            } catch {
                faults[index] = error
            }
            if let name = names[index] { try Data(master).write(to: folder.appending(path: name)) }
        }
        var grids: [Int: PixelGrid] = [:]
        for (index, decoded) in try await decode(names, in: folder) {
            switch decoded {
            case .success(let grid): grids[index] = grid
            case .failure(let fault): faults[index] = fault
            }
        }
        let variants = try await encode(grids, in: folder)
        return masters.indices.map { index in
            guard let grid = grids[index], let variants = variants[index] else {
                return .failure(faults[index] ?? .broken("it has no pixels"))
            }
            return .success(PreparedPicture(variants: variants, thumbHash: ThumbHash(grid)))
        }
    }

    /// Decodes masters at once. Where that fails, or the decoder has something to say, each is decoded by itself, so that
    /// a broken one costs only itself.
    private func decode(
        _ names: [Int: String], in folder: URL
    ) async throws -> [Int: Result<PixelGrid, MasterFault>] {
        guard !names.isEmpty else { return [:] }
        let isWell = try await complaint(decoding: names.values.sorted(), in: folder) == nil
        var decoded: [Int: Result<PixelGrid, MasterFault>] = [:]
        for (index, name) in names {
            let complaint = isWell ? nil : try await complaint(decoding: [name], in: folder)
            let file = folder.appending(path: "pixels-\(index).v")
            let grid = complaint == nil ? (try? Data(contentsOf: file)).flatMap(Self.grid) : nil
            decoded[index] = grid.map(Result.success) ?? .failure(.broken(complaint ?? "it has no pixels"))
        }
        return decoded
    }

    private static func grid(_ file: Data) -> PixelGrid? {
        VipsPixels.read(Array(file), longest: max(widest, mostHeight))
    }

    /// Decodes masters to pixels in files.
    ///
    /// - Returns: why that failed, or that bytes were missing, which libvips only warns of; `nil` when all is well.
    private func complaint(decoding names: [String], in folder: URL) async throws -> String? {
        do throws(ChildFailure) {
            let said = try await child.run(
                Self.tame + ["--export-profile", "srgb"] + Self.box(Self.widest, Self.mostHeight) + [
                    "-o", "pixels-%s.v",
                ]
                    + names.map { "\($0)[fail_on=truncated]" },
                environment: ["VIPS_BLOCK_UNTRUSTED": "1"], in: folder)
            return Self.missingBytes(said)
        } catch {
            try Task.checkCancellation()
            switch error {
            case .notStarted, .missing: throw error
            case .killed: return "\(error)"
            case .failed(_, let said):
                let last = said.split(separator: "\n").last { !$0.hasPrefix("vipsthumbnail:") }
                return Self.missingBytes(said) ?? last.map(Self.reason) ?? "the decoder doesn't say why"
            }
        }
    }

    private static let signsOfMissingBytes = ["not enough", "Not enough", "remature end", "truncated", "read error"]

    /// What libvips has said of missing bytes. It may have other warnings, as of a profile.
    private static func missingBytes(_ said: String) -> String? {
        said.split(separator: "\n").first { line in signsOfMissingBytes.contains { line.contains($0) } }.map(reason)
    }

    /// A line of libvips' without the names that masters have here.
    private static func reason(_ line: Substring) -> String {
        String((line.split(separator: ": ").last ?? line).prefix(200))
    }

    private func encode(
        _ grids: [Int: PixelGrid], in folder: URL
    ) async throws -> [Int: [PreparedPicture.Variant]] {
        var plain: [Int] = []
        var lossless: [Int] = []
        for (index, grid) in grids.sorted(by: { $0.key < $1.key }) {
            try Data(VipsPixels.write(grid)).write(to: folder.appending(path: "pixels-\(index).v"))
            if grid.hasColours(atMost: Self.mostColoursOfLossless) {
                lossless.append(index)
            } else {
                plain.append(index)
            }
        }
        for (indices, options) in [(plain, "Q=80"), (lossless, "lossless")] {
            for (step, width) in PictureLadder.widths.enumerated() {
                let wide = indices.filter { step < PictureLadder.widths(upTo: grids[$0]?.width ?? 0).count }
                guard !wide.isEmpty else { continue }
                try await child.run(
                    Self.tame + Self.box(width, Self.mostHeight) + ["-o", "\(step)-%s.webp[\(options),strip]"]
                        + wide.map { "pixels-\($0).v" },
                    in: folder)
            }
        }
        return try grids.reduce(into: [:]) { found, entry in
            found[entry.key] = try PictureLadder.widths(upTo: entry.value.width).enumerated().map { step, width in
                let file = folder.appending(path: "\(step)-pixels-\(entry.key).webp")
                return PreparedPicture.Variant(width: width, bytes: WebPFile.bare(Array(try Data(contentsOf: file))))
            }
        }
    }

    /// One thread, and no code that is made while it runs, which hardened services forbid.
    private static let tame = ["--vips-concurrency=1", "--vips-novector"]

    /// Shrinks to a box and never enlarges.
    private static func box(_ width: Int, _ height: Int) -> [String] { ["--size", "\(width)x\(height)>"] }
}
