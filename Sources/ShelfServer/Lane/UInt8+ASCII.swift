extension UInt8 {
    /// Whether it is a letter or a digit of US-ASCII.
    var isAlphanumeric: Bool { (self | 0x20) &- 0x61 < 26 || isDigit }

    /// Whether it is a digit of US-ASCII.
    var isDigit: Bool { self &- 0x30 < 10 }
}
