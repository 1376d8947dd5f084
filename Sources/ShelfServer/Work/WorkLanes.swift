import ShelfWire

/// What limits the heavy work for admins. Players' origin and the desk share it.
package struct WorkLanes: Sendable {
    private let heavy = WorkLane()
    /// Publishing waits for no other work.
    private let publications = WorkLane()
    let bytes: BytesUnderWay

    /// Two of the longest bodies, or three long answers.
    private static let bytesAtMost = 96 << 20

    package init() {
        bytes = BytesUnderWay(atMost: Self.bytesAtMost)
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
