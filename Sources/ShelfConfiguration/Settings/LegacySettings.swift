/// How a prefetched store's file for old clients is made.
package struct LegacySettings: Hashable, Sendable {
    package let key: LegacyKey
    package let names: LegacyNames

    package init(key: LegacyKey, names: LegacyNames = LegacyNames()) {
        self.key = key
        self.names = names
    }
}
