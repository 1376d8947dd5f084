/// Limits how many refused orders of one player are kept, so that a player whose orders are refused again and again
/// can't fill the disk.
package enum RefusedOrders {
    package static let kept = 200
}
