/// What the lane has to know of a request.
struct LaneRequest {
    /// Without a query.
    let path: UnsafeRawBufferPointer
    let isHead: Bool
    /// The tag of what the asker has, in its quotes.
    let knownTag: UnsafeRawBufferPointer?
    let lastEvent: UnsafeRawBufferPointer?
    /// Whether the connection ends with the answer.
    let isLast: Bool

    init(_ sighting: Sighting, in bytes: UnsafeRawBufferPointer) {
        path = bytes.piece(sighting.path)
        isHead = sighting.isHead
        knownTag = sighting.knownTag.map(bytes.piece)
        lastEvent = sighting.lastEvent.map(bytes.piece)
        isLast = sighting.isLast
    }
}
