/// The page of each server that plays the levels of a pack.
package enum LevelsPage {
    /// - Parameter channel: the channel's name, or the word of one that isn't public. It stands behind the `#`, which
    ///   browsers don't send.
    package static func path(pack: String, channel: String, publicKey: String) -> String {
        "/levels.html#pack=\(pack)&channel=\(channel)&key=\(publicKey)"
    }
}
