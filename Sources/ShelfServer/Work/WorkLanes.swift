import ShelfWire

/// What limits the heavy work for admins. Players' origin and the desk share it.
package struct WorkLanes: Sendable {
    private let heavy = WorkLane()
    /// Publishing waits for no other work.
    private let publications = WorkLane()
    let bytes: BytesUnderWay
    /// Of masters on their way, so that they take no room from content.
    private let masters = BytesUnderWay(atMost: 80 << 20)

    /// Two of the longest bodies, or three long answers.
    private static let bytesAtMost = 96 << 20

    package init() {
        bytes = BytesUnderWay(atMost: Self.bytesAtMost)
    }

    /// - Returns: `nil` for light work, whose bodies are short.
    func bytes(for load: Route.Load) -> BytesUnderWay? {
        switch load {
        case .light: nil
        case .heavy, .publication: bytes
        case .job: masters
        }
    }

    /// - Returns: `nil` for light work, which needs no place.
    func lane(for load: Route.Load) -> WorkLane? {
        switch load {
        case .light, .job: nil
        case .heavy: heavy
        case .publication: publications
        }
    }
}
