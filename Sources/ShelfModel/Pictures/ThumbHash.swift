import Foundation

/// A picture in at most 25 bytes: its mean colour, its proportions, and the lowest frequencies of its brightness and
/// colours. A page draws it until the picture is there.
///
/// The format is Evan Wallace's ThumbHash (https://evanw.github.io/thumbhash/).
package struct ThumbHash: Hashable, Sendable {
    package let bytes: [UInt8]

    package static let mostBytes = 25
    private static let leastBytes = 5
    /// Of the most bytes, for those who need to know how much room any takes.
    package static let longest = ThumbHash(whole: [UInt8](repeating: 0xff, count: mostBytes))

    /// The format is made for pictures of this size; more pixels add nothing to it.
    private static let longestSide = 100

    /// - Parameter bytes: as they were stored or sent.
    /// - Returns: `nil` when there are too many or too few.
    package init?(bytes: [UInt8]) {
        guard (Self.leastBytes...Self.mostBytes).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    private init(whole bytes: [UInt8]) { self.bytes = bytes }

    package init(_ grid: PixelGrid) {
        let (width, height, pixels) = grid.shrunk(toAtMost: Self.longestSide)
        let hasAlpha = pixels.contains { $0.w < 1 }
        let planes = Planes(pixels)
        let longest = max(width, height)
        let most = hasAlpha ? 5.0 : 7.0
        let across = max(1, Int((most * Double(width) / Double(longest)).rounded()))
        let down = max(1, Int((most * Double(height) / Double(longest)).rounded()))
        func waves(_ plane: [Double], _ across: Int, _ down: Int) -> Waves {
            Waves(plane, width: width, height: height, across: across, down: down)
        }
        let light = waves(planes.light, max(3, across), max(3, down))
        let yellowBlue = waves(planes.yellowBlue, 3, 3)
        let redGreen = waves(planes.redGreen, 3, 3)
        let alpha = hasAlpha ? waves(planes.alpha, 5, 5) : nil

        let isLandscape = width > height
        let first =
            Self.step(light.mean, of: 63) | Self.step((yellowBlue.mean + 1) / 2, of: 63) << 6
            | Self.step((redGreen.mean + 1) / 2, of: 63) << 12 | Self.step(light.scale, of: 31) << 18
            | (hasAlpha ? 1 : 0) << 23
        let second =
            (isLandscape ? down : across) | Self.step(yellowBlue.scale, of: 63) << 3
            | Self.step(redGreen.scale, of: 63) << 9 | (isLandscape ? 1 : 0) << 15
        var bytes = [first, first >> 8, first >> 16, second, second >> 8].map { UInt8(truncatingIfNeeded: $0) }
        if let alpha { bytes.append(UInt8(Self.step(alpha.mean, of: 15) | Self.step(alpha.scale, of: 15) << 4)) }
        let factors = [light, yellowBlue, redGreen].flatMap(\.factors) + (alpha?.factors ?? [])
        let halves = factors.map { UInt8(Self.step($0, of: 15)) }
        for index in stride(from: 0, to: halves.count, by: 2) {
            bytes.append(halves[index] | (index + 1 < halves.count ? halves[index + 1] << 4 : 0))
        }
        self.bytes = bytes
    }

    /// A number from 0 to 1 as one of the whole numbers from 0 to `most`.
    private static func step(_ value: Double, of most: Int) -> Int {
        min(max(Int((value * Double(most)).rounded()), 0), most)
    }

    /// The pixels as brightness, two differences of colours, and alpha. What is transparent has the mean colour.
    private struct Planes {
        let light: [Double]
        let yellowBlue: [Double]
        let redGreen: [Double]
        let alpha: [Double]

        init(_ pixels: [SIMD4<Double>]) {
            let sum = pixels.reduce(SIMD4<Double>.zero) { $0 + $1 * $1.w }
            let opaque = pixels.reduce(0) { $0 + $1.w }
            let mean = opaque > 0 ? sum / opaque : .zero
            let full = pixels.map { mean * (1 - $0.w) + $0 * $0.w }
            light = full.map { ($0.x + $0.y + $0.z) / 3 }
            yellowBlue = full.map { ($0.x + $0.y) / 2 - $0.z }
            redGreen = full.map { $0.x - $0.y }
            alpha = pixels.map(\.w)
        }
    }

    /// The factors of the lowest frequencies of a plane, by a cosine transform (DCT-II).
    private struct Waves {
        let mean: Double
        /// The greatest factor's size.
        let scale: Double
        /// From 0 to 1, of which 0.5 is none.
        let factors: [Double]

        init(_ plane: [Double], width: Int, height: Int, across: Int, down: Int) {
            var found: [Double] = []
            for vertical in 0..<down {
                for horizontal in 0..<across where horizontal * down < across * (down - vertical) {
                    let columns = Self.wave(horizontal, width)
                    let rows = Self.wave(vertical, height)
                    var factor = 0.0
                    for y in 0..<height {
                        for x in 0..<width { factor += plane[y * width + x] * columns[x] * rows[y] }
                    }
                    found.append(factor / Double(width * height))
                }
            }
            mean = found[0]
            let rest = found.dropFirst()
            let scale = rest.map(abs).max() ?? 0
            self.scale = scale
            factors = rest.map { scale > 0 ? 0.5 + 0.5 / scale * $0 : 0 }
        }

        private static func wave(_ frequency: Int, _ length: Int) -> [Double] {
            (0..<length).map { cos(.pi / Double(length) * Double(frequency) * (Double($0) + 0.5)) }
        }
    }
}
