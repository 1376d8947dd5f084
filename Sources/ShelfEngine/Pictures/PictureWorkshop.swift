import Foundation
package import ShelfModel

/// Makes pictures from designers' masters, with libvips in confined child processes.
///
/// A first process decodes masters, which may be hostile, to files of bare pixels. This checks the pixels and writes them
/// to new files. A second process encodes these as WebP.
package struct PictureWorkshop: Sendable {
    /// A process takes this number of masters at once, since its start costs as much as a small master.
    static let mostInProcess = 32
    private static let mostColoursOfLossless = 256
    private static let widest = PictureLadder.widths[PictureLadder.widths.count - 1]

    private let work: WorkFolder
    private let child: ConfinedChild
    /// For one master, which may take only a part of the time of many.
    private let lonelyChild: ConfinedChild

    /// - Parameter work: where the processes work.
    /// - Throws: ``PictureObstacle``.
    package init(in work: WorkFolder) throws(PictureObstacle) {
        self.work = work
        var limits = ChildLimits()
        do throws(ChildFailure) {
            child = try ConfinedChild("vipsthumbnail", reading: ConfinedChild.libraries, limits: limits)
            (limits.processorSeconds, limits.seconds) = (15, 30)
            lonelyChild = try ConfinedChild("vipsthumbnail", reading: ConfinedChild.libraries, limits: limits)
        } catch {
            throw PictureObstacle(error)
        }
    }

    /// - Returns: for each master, in their order, its picture or why it has none.
    /// - Throws: ``ChildFailure`` when a process can't be started, `CancellationError`, or the error of writing a temporary
    ///   file.
    package func prepare(_ masters: [[UInt8]]) async throws -> [Result<PreparedPicture, MasterFault>] {
        var prepared: [Result<PreparedPicture, MasterFault>] = []
        for first in stride(from: 0, to: masters.count, by: Self.mostInProcess) {
            prepared += try await prepareSome(Array(masters[first..<min(first + Self.mostInProcess, masters.count)]))
        }
        return prepared
    }

    private func prepareSome(_ masters: [[UInt8]]) async throws -> [Result<PreparedPicture, MasterFault>] {
        var faults: [Int: MasterFault] = [:]
        var files: [Int: MasterFile] = [:]
        for (index, master) in masters.enumerated() {
            do throws(MasterFault) {
                files[index] = MasterFile(name: "\(index)", try MasterHeader(master))
            } catch {
                faults[index] = error
            }
        }
        var grids: [Int: PixelGrid] = [:]
        for (index, decoded) in try await decode(masters, files) {
            switch decoded {
            case .success(let grid): grids[index] = grid
            case .failure(let fault): faults[index] = fault
            }
        }
        let variants = try await encode(grids)
        var prepared: [Result<PreparedPicture, MasterFault>] = []
        for index in masters.indices {
            guard let grid = grids[index], let variants = variants[index] else {
                prepared.append(.failure(faults[index] ?? .broken("it can't be encoded")))
                continue
            }
            prepared.append(.success(PreparedPicture(variants: variants, thumbHash: ThumbHash(grid))))
            await letOthersGo()
        }
        return prepared
    }

    /// What a picture takes of the processor is short. Between two of them the server's other work goes on.
    private func letOthersGo() async { await Task.yield() }

    /// A master as the decoder is given it.
    private struct MasterFile {
        /// Of the file in the decoder's folder.
        let name: String
        let hasProfile: Bool

        init(name: String, _ header: MasterHeader) {
            (self.name, hasProfile) = ("\(name).\(header.format.suffix)", header.hasProfile)
        }
    }

    /// Decodes all masters with a profile in one process, and those without in another. If one fails or warns of damage,
    /// each of its masters is decoded in its own process.
    private func decode(
        _ masters: [[UInt8]], _ files: [Int: MasterFile]
    ) async throws -> [Int: Result<PixelGrid, MasterFault>] {
        guard !files.isEmpty else { return [:] }
        return try await work.withFolder { folder in
            for (index, file) in files {
                try Data(PNGFile.withoutTexts(masters[index])).write(to: folder.appending(path: file.name))
            }
            var decoded: [Int: Result<PixelGrid, MasterFault>] = [:]
            for hasProfile in [false, true] {
                let some = files.filter { $0.value.hasProfile == hasProfile }
                guard !some.isEmpty else { continue }
                let isWell = try await complaint(decoding: some, asProfiled: hasProfile, in: folder) == nil
                for (index, file) in some {
                    decoded[index] =
                        isWell ? Self.pixels(of: index, in: folder) : try await decode(index, file, in: folder)
                    await letOthersGo()
                }
            }
            return decoded
        }
    }

    /// Decodes one master. A profile that the decoder can't use is ignored, as viewers do.
    private func decode(
        _ index: Int, _ file: MasterFile, in folder: URL
    ) async throws -> Result<PixelGrid, MasterFault> {
        var decoded = Result<PixelGrid, MasterFault>.failure(.broken("it has no pixels"))
        for asProfiled in file.hasProfile ? [true, false] : [false] {
            let complaint = try await complaint(decoding: [index: file], asProfiled: asProfiled, in: folder)
            decoded = complaint.map { .failure(.broken($0)) } ?? Self.pixels(of: index, in: folder)
            if case .success = decoded { break }
        }
        return decoded
    }

    private static func pixels(of index: Int, in folder: URL) -> Result<PixelGrid, MasterFault> {
        let grid = grid(at: folder.appending(path: pixels(index)))
        return grid.map(Result.success) ?? .failure(.broken("it has no pixels"))
    }

    private static func pixels(_ index: Int) -> String { "pixels-\(index).v" }

    /// - Returns: `nil` for anything but a file with pixels. Where no more than limits hold it, a decoder that was taken
    ///   over may leave a link or a pipe.
    private static func grid(at file: URL) -> PixelGrid? {
        let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let most = Int(ChildLimits().fileBytes)
        return (try? handle.read(upToCount: most)).flatMap {
            VipsPixels.read(Array($0), mostWidth: widest, mostHeight: PictureLadder.mostHeight)
        }
    }

    /// Decodes masters to pixels in files.
    ///
    /// Without an option for colours libvips leaves them as they are, and grey as grey. With a profile it converts them to
    /// sRGB, by the intent that every profile has. Where it ignores a profile after all, `--import-profile` says that the
    /// colours are sRGB's already; it would convert them from another space otherwise.
    ///
    /// - Returns: why that failed, or that bytes were missing or damaged, which libvips only warns of; `nil` when all is
    ///   well.
    private func complaint(
        decoding files: [Int: MasterFile], asProfiled: Bool, in folder: URL
    ) async throws -> String? {
        do throws(ChildFailure) {
            let said = try await (files.count == 1 ? lonelyChild : child).run(
                Self.tame + (asProfiled ? Self.toSRGB : []) + Self.box(Self.widest, PictureLadder.mostHeight)
                    + ["-o", "pixels-%s.v"] + files.values.map { "\($0.name)[fail_on=truncated]" }.sorted(),
                environment: ["VIPS_BLOCK_UNTRUSTED": "1"], in: folder, writing: files.keys.map(Self.pixels))
            return Self.damage(in: said)
        } catch {
            try Task.checkCancellation()
            switch error {
            case .notStarted, .missing, .unconfinable: throw error
            case .killed: return "\(error)"
            case .exited(_, let said):
                let last = said.split(separator: "\n").last { !$0.hasPrefix("vipsthumbnail:") }
                return Self.damage(in: said) ?? last.map(Self.reason) ?? "the decoder doesn't say why"
            }
        }
    }

    /// What libvips' warnings of damage contain. IDAT is the part of a PNG that has the pixels.
    private static let signsOfDamage = [
        "IDAT: ", "not enough", "Not enough", "remature end", "truncated", "read error",
    ]

    private static let toSRGB = ["--import-profile", "srgb", "--export-profile", "srgb", "--intent", "perceptual"]

    /// What libvips' warnings contain of what a picture has besides, whole or not: a profile, or bytes behind its pixels.
    private static let signsOfMore = ["iCCP: ", "Too much image data", "xtra compressed data"]

    /// What libvips has said of missing or damaged bytes. It may have other warnings.
    private static func damage(in said: String) -> String? {
        said.split(separator: "\n").first { line in
            !signsOfMore.contains { line.contains($0) } && signsOfDamage.contains { line.contains($0) }
        }
        .map(reason)
    }

    /// The part of a libvips message after its last colon, without the names of our temporary files. A decoder that was
    /// taken over may have written it.
    private static func reason(_ line: Substring) -> String {
        let said = (line.split(separator: ": ").last ?? line).utf8.filter { (0x20..<0x7F).contains($0) }
        return String(decoding: said.prefix(200), as: UTF8.self)
    }

    /// Encodes all pictures in a few processes. If one fails, each picture is encoded by itself.
    ///
    /// - Returns: nothing for a picture that can't be encoded.
    private func encode(_ grids: [Int: PixelGrid]) async throws -> [Int: [PreparedPicture.Variant]] {
        do {
            return try await encodeTogether(grids)
        } catch let error as ChildFailure {
            try Task.checkCancellation()
            if case .notStarted = error { throw error }
            guard grids.count > 1 else { return [:] }
            var variants: [Int: [PreparedPicture.Variant]] = [:]
            for (index, grid) in grids { variants[index] = try await encode([index: grid])[index] }
            return variants
        }
    }

    /// A decoder has never written into the folder in which this works.
    private func encodeTogether(_ grids: [Int: PixelGrid]) async throws -> [Int: [PreparedPicture.Variant]] {
        try await work.withFolder { folder in
            var plain: [Int] = []
            var lossless: [Int] = []
            for (index, grid) in grids.sorted(by: { $0.key < $1.key }) {
                try Data(VipsPixels.write(grid)).write(to: folder.appending(path: Self.pixels(index)))
                if grid.hasColours(atMost: Self.mostColoursOfLossless) {
                    lossless.append(index)
                } else {
                    plain.append(index)
                }
                await letOthersGo()
            }
            for (indices, options) in [(plain, "Q=80"), (lossless, "lossless")] {
                for (step, width) in PictureLadder.widths.enumerated() {
                    let wide = indices.filter { step < PictureLadder.widths(upTo: grids[$0]?.width ?? 0).count }
                    guard !wide.isEmpty else { continue }
                    try await child.run(
                        Self.tame + Self.box(width, PictureLadder.mostHeight)
                            + ["-o", "\(step)-%s.webp[\(options),strip]"] + wide.map(Self.pixels),
                        in: folder, writing: wide.map { Self.variant(step, of: $0) })
                }
            }
            return try grids.reduce(into: [:]) { found, entry in
                found[entry.key] = try PictureLadder.widths(upTo: entry.value.width).enumerated().map { step, width in
                    let file = try Data(contentsOf: folder.appending(path: Self.variant(step, of: entry.key)))
                    guard !file.isEmpty else { throw ChildFailure.exited(status: 0, said: "it has written nothing") }
                    return PreparedPicture.Variant(width: width, bytes: WebPFile.bare(Array(file)))
                }
            }
        }
    }

    private static func variant(_ step: Int, of index: Int) -> String { "\(step)-pixels-\(index).webp" }

    /// One thread, and no code that is made while it runs, which hardened services forbid.
    private static let tame = ["--vips-concurrency=1", "--vips-novector"]

    /// Shrinks to a box and never enlarges.
    private static func box(_ width: Int, _ height: Int) -> [String] { ["--size", "\(width)x\(height)>"] }
}
