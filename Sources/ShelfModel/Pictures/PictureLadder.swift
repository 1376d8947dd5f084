/// The widths at which each picture is kept: for a card of 96 points and a detail of 240, at 1, 2 and 3 pixels a point.
package enum PictureLadder {
    /// In pixels, the narrowest first.
    package static let widths = [96, 192, 288, 480, 720]

    /// A picture is this number of times as high as it is wide, at most; a higher one becomes narrower.
    package static let mostHeightForWidth = 4

    /// How wide a picture's variants are. None is wider than the picture, so the last one may lie between two steps.
    ///
    /// - Parameter width: of the picture itself, in pixels.
    package static func widths(upTo width: Int) -> [Int] {
        let widest = min(width, widths[widths.count - 1])
        return widths.filter { $0 < widest } + [widest]
    }
}
