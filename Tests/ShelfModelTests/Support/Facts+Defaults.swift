import ShelfModel

// Facts as they are when nothing is against what is asked for. A database has to give each of them.

extension PostingFacts {
    init(isPlayerKnown: Bool, balance: Int64, earlier: JournalEntry? = nil) {
        self.init(isPlayerKnown: isPlayerKnown, balance: balance, earlier: earlier, isKeyOfReversal: false)
    }
}

extension ReversalFacts {
    init(earlier: Reversal? = nil, kept: KeptOrder?, balance: Int64) {
        self.init(earlier: earlier, isKeyOfPosting: false, kept: kept, balance: balance)
    }
}

extension ChangeFacts {
    init(head: WindowHead?) {
        self.init(earlier: nil, head: head)
    }
}
