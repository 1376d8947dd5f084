/// What a crowd wants, and how fast.
struct RushPlan: Sendable {
    /// Bodies of purchases.
    let bodies: [[UInt8]]
    /// Players come at random, instead of in turn.
    let isRandom: Bool
    /// How many purchases a second are tried at most; 0 is as many as go.
    let rate: Int64
    let seconds: Int64
}
