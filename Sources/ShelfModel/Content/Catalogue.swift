/// Every item, ordered by id.
///
/// The schedule draws items by their index, so the order must not depend on the file: two files with the same rows in
/// another order give the same catalogue.
package struct Catalogue: Hashable, Sendable {
    package let items: [Item]
    private let positions: [Item.ID: Int]

    package struct DuplicateItem: Error, Hashable {
        package let id: Item.ID
    }

    /// - Throws: ``DuplicateItem`` when two items share an id.
    package init(_ items: [Item]) throws(DuplicateItem) {
        self.items = items.sorted { $0.id < $1.id }
        var positions: [Item.ID: Int] = [:]
        for (index, item) in self.items.enumerated() {
            guard positions.updateValue(index, forKey: item.id) == nil else { throw DuplicateItem(id: item.id) }
        }
        self.positions = positions
    }

    package var sets: Set<String> { Set(items.map(\.set)) }

    /// The masters of the items' pictures, each once, in the items' order.
    package var masters: [[UInt8]] {
        var seen: Set<[UInt8]> = []
        return items.compactMap(\.master).filter { seen.insert($0).inserted }
    }

    /// The same items, whose masters have another digest.
    package func mappingMasters(_ digest: ([UInt8]) -> [UInt8]) -> Catalogue {
        Catalogue(
            items: items.map { item in
                var item = item
                item.master = item.master.map(digest)
                return item
            }, positions: positions)
    }

    private init(items: [Item], positions: [Item.ID: Int]) {
        (self.items, self.positions) = (items, positions)
    }

    package func index(of id: Item.ID) -> Int? { positions[id] }

    package subscript(id: Item.ID) -> Item? { positions[id].map { items[$0] } }
}
