import ShelfModel
import Testing

@Suite struct WeightTests {
    @Test(
        arguments: [
            ("1", 1_000_000), ("4", 4_000_000), ("0.02", 20000), ("1.5", 1_500_000), ("0", 0), ("0.000001", 1),
            ("1000", 1_000_000_000), ("1000.000000", 1_000_000_000), ("007", 7_000_000), ("2.50", 2_500_000),
            ("999.999999", 999_999_999),
        ] as [(String, UInt64)])
    func `a decimal number is read exactly`(text: String, millionths: UInt64) {
        #expect(Weight(decimal: text)?.millionths == millionths)
    }

    @Test(arguments: [
        "", ".", "1.", ".5", "-1", "+1", "1e3", "1,5", " 1", "1 ", "0.0000001", "1000.000001", "1001", "1.2.3", "NaN",
        "٣", "0x10", "99999999999999999999", "1_000", "１",
    ])
    func `what is no such number is refused`(text: String) {
        #expect(Weight(decimal: text) == nil)
    }

    @Test(arguments: [
        ("4", "0.5", "2"), ("1", "0.02", "0.02"), ("0.02", "0.02", "0.0004"), ("0", "1000", "0"), ("1000", "0", "0"),
        ("0.000001", "0.5", "0.000001"), ("0.000003", "0.5", "0.000001"), ("1.5", "1.5", "2.25"),
    ])
    func `a product is rounded down, but not to nothing`(left: String, right: String, product: String) {
        #expect(Weight(decimal: left)! * Weight(decimal: right)! == Weight(decimal: product)!)
    }

    @Test func `no product exceeds the most, however many factors there are`() {
        let huge = (0..<12).reduce(Weight.one) { weight, _ in weight * Weight(decimal: "1000")! }
        #expect(huge == .most)
        #expect(Weight.most * .most == .most)
        #expect(Weight.most * Weight(decimal: "0.000001")! == Weight(decimal: "1")!)
    }

    @Test func `weights are ordered by size`() {
        #expect(Weight.zero < .one)
        #expect(Weight.one < .most)
    }
}
