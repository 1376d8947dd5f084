/// Functions of whole numbers, which give the same on every machine and in every language.
enum IntegerArithmetic {
    /// The parts of a bit in which logarithms are given.
    static let bit: Int64 = 1024

    /// The logarithm to base 2 of a positive number, in parts of a ``bit``, linear between powers of two.
    static func log2(_ number: Int64) -> Int64 {
        let bits = Int64(63 - number.leadingZeroBitCount)
        return bits * bit + ((number << 10) >> bits) - bit
    }

    /// 2 to the power of minus this number of parts of a ``bit``, linear between powers of a half; 2²¹ for zero.
    static func half(_ power: Int64) -> Int64 {
        power >= 21 * bit ? 0 : ((2 * bit - power % bit) << 10) >> (power / bit)
    }

    /// The square root of a number below 2⁵², rounded down.
    static func root(_ square: Int64) -> Int64 {
        Int64(Double(square).squareRoot())
    }

    /// The quotient of a product with `factor`, where only the quotient and `divisor · factor` fit 53 bits.
    static func quotient(_ dividend: Int64, times factor: Int64, over divisor: Int64) -> Int64 {
        let (whole, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        return whole * factor + rest * factor / divisor
    }
}
