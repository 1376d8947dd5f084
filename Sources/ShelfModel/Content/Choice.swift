/// Which items a store may ever show.
package struct Choice: Hashable, Sendable {
    package let include: Selector
    package let except: [Selector]

    package static let all = Choice(include: Selector())

    package init(include: Selector, except: [Selector] = []) {
        self.include = include
        self.except = except
    }

    func contains(_ item: Item, editionLeft: Int64?, at instant: Instant, in zone: Zone) -> Bool {
        include.matches(item, editionLeft: editionLeft, at: instant, in: zone)
            && !except.contains { $0.matches(item, editionLeft: editionLeft, at: instant, in: zone) }
    }
}
