import ShelfModel
public import ShelfWire

extension CardPicture {
    /// The path of the picture on its server, at least `width` pixels wide where its master is.
    ///
    /// - Parameter width: in pixels. The next of the widths that there are is taken: 96, 192, 288, 480 or 720.
    public func path(width: Int) -> String {
        let step = PictureLadder.widths.first { $0 >= width } ?? PictureLadder.widths[PictureLadder.widths.count - 1]
        return RequestTarget(.picture, [name, "\(step).webp"]).path
    }
}
