/// What a change of listings is judged by, read while the store is locked.
package struct ChangeFacts: Hashable, Sendable {
    /// The change that the same author has made with the same key before.
    package let earlier: ListingChange?
    /// The store's present head; `nil` when it has no window.
    package let head: WindowHead?

    package init(earlier: ListingChange?, head: WindowHead?) {
        self.earlier = earlier
        self.head = head
    }

    /// - Parameters:
    ///   - head: what the changed listings are based on.
    ///   - listings: how many listings are changed.
    ///   - isInTime: whether the change may still be made. It is asked last, and only when nothing else is against the
    ///     change, because the answer holds for a moment only.
    package func judge(
        _ order: ChangeOrder, after head: WindowHead, listings: Int, isInTime: () -> Bool
    ) -> ChangeVerdict {
        if let earlier {
            let isSame =
                earlier.order.store == order.store && earlier.order.kind == order.kind
                && earlier.order.reason == order.reason
            return .answered(isSame ? .changed(earlier, isReplay: true) : .keyReused)
        }
        guard self.head == head else { return .answered(.outdated) }
        guard isInTime() else { return .answered(.tooLate) }
        return .entered(ListingChange(number: head.changes + 1, order: order, listings: listings))
    }
}

/// What becomes of an order to change listings.
package enum ChangeVerdict: Hashable, Sendable {
    /// This is the answer, and nothing changes.
    case answered(ChangeAnswer)
    /// The change is stored, if each of its listings takes the place of the revision before. So the answer is
    /// ``ChangeAnswer/changed(_:isReplay:)``, or ``ChangeAnswer/outdated`` when a listing doesn't, and then nothing
    /// changes.
    case entered(ListingChange)
}
