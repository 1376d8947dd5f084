/// Pixels of a picture in sRGB, row by row, each with red, green, blue and, where the picture has one, alpha.
package struct PixelGrid: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// 3, or 4 with alpha, which isn't multiplied into the colours.
    package let bytesInPixel: Int
    package let bytes: [UInt8]

    package init(width: Int, height: Int, bytesInPixel: Int, bytes: [UInt8]) {
        precondition(width > 0 && height > 0 && (3...4).contains(bytesInPixel), "a picture has pixels of 3 or 4 bytes")
        precondition(bytes.count == width * height * bytesInPixel, "each pixel has its bytes")
        (self.width, self.height, self.bytesInPixel, self.bytes) = (width, height, bytesInPixel, bytes)
    }

    /// Whether it has at most this number of different colours, alpha included.
    package func hasColours(atMost most: Int) -> Bool {
        var colours: Set<UInt32> = []
        var last: UInt32?
        for place in stride(from: 0, to: bytes.count, by: bytesInPixel) {
            let colour = bytes[place..<place + bytesInPixel].reduce(0) { $0 << 8 | UInt32($1) }
            guard colour != last else { continue }
            last = colour
            if colours.insert(colour).inserted, colours.count > most { return false }
        }
        return true
    }

    /// The picture with no side longer than `longest`. Each pixel is the mean of those that it replaces, by their alpha.
    ///
    /// - Returns: four numbers for each pixel, from 0 to 1: red, green, blue and alpha.
    func shrunk(toAtMost longest: Int) -> (width: Int, height: Int, pixels: [SIMD4<Double>]) {
        let side = max(width, height)
        let (columns, rows) =
            side <= longest
            ? (width, height) : (max(1, width * longest / side), max(1, height * longest / side))
        var pixels: [SIMD4<Double>] = []
        pixels.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let xs = column * width / columns..<(column + 1) * width / columns
                pixels.append(mean(xs, row * height / rows..<(row + 1) * height / rows))
            }
        }
        return (columns, rows, pixels)
    }

    private func mean(_ xs: Range<Int>, _ ys: Range<Int>) -> SIMD4<Double> {
        var (colour, alpha) = (SIMD4<Double>.zero, 0.0)
        for y in ys {
            for x in xs {
                let place = (y * width + x) * bytesInPixel
                let weight = bytesInPixel == 4 ? Double(bytes[place + 3]) / 255 : 1
                let here = SIMD4(Double(bytes[place]), Double(bytes[place + 1]), Double(bytes[place + 2]), 0)
                colour += here * (weight / 255)
                alpha += weight
            }
        }
        var mean = alpha > 0 ? colour / alpha : .zero
        mean.w = alpha / Double(xs.count * ys.count)
        return mean
    }
}
