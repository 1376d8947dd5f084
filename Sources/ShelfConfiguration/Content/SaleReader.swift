import ShelfModel

/// Reads a store's `grace`, `stock` and `limits`.
enum SaleReader {
    /// Returns `nil` and reports errors when something can't be read.
    static func read(_ fields: Fields) -> SaleRules? {
        let grace = fields.read("grace", .grace, else: SaleRules().grace)
        let stock = fields.read("stock", Form<Int64>.count.orNothing, else: nil)
        let limits = limits(fields["limits"])
        guard let grace, let stock, let limits else { return nil }
        return SaleRules(grace: grace, stock: stock, limits: limits)
    }

    private static func limits(_ field: Field?) -> PurchaseLimits? {
        guard let field else { return PurchaseLimits.none }
        guard let fields = field.fields(["item", "listing", "day"]) else { return nil }
        let item = fields.read("item", Form<Int64>.count.orNothing, else: nil)
        let listing = fields.read("listing", Form<Int64>.count.orNothing, else: nil)
        let day = fields.read("day", Form<Int64>.count.orNothing, else: nil)
        guard let item, let listing, let day else { return nil }
        return PurchaseLimits(item: item, listing: listing, day: day)
    }
}

extension Form<TimeSpan> {
    /// Long enough for a tap to arrive over a slow network, too short to buy what left the shelf long ago.
    fileprivate static var grace: Form { span(.zero ... .seconds(10), example: "500ms") }
}
