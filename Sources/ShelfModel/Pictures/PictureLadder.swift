/// The widths at which each picture is kept. 96, 192 and 288 pixels serve a card of 96 points at 1, 2 and 3 pixels per
/// point; 480 and 720 serve a detail of 240 points at 2 and 3. A detail at 1 uses 288.
package enum PictureLadder {
    /// In pixels, the narrowest first.
    package static let widths = [96, 192, 288, 480, 720]

    /// The width of a picture that is sharp on every card, in pixels. A detail looks soft below 720.
    package static let sharpOnCards = 288

    /// In pixels. A higher picture is scaled down in both directions.
    package static let mostHeight = 2880

    /// 2 MiB. Every player downloads it.
    package static let mostBytesOfVariant = 2 << 20

    /// How wide a picture's variants are. None is wider than the picture, so the last one may lie between two steps.
    ///
    /// - Parameter width: of the picture itself, in pixels.
    package static func widths(upTo width: Int) -> [Int] {
        let widest = min(width, widths[widths.count - 1])
        return widths.filter { $0 < widest } + [widest]
    }
}
