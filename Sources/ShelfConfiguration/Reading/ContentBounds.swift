/// How much content may be, so that reading and checking it take little memory, and a time that somebody waits.
///
/// Ten thousand items and 101 stores of nineteen rules each are within all of these bounds.
package enum ContentBounds {
    /// How many line ends, commas, colons, dashes and opening brackets a YAML file may have. Ten thousand items of twelve
    /// fields have 260,000.
    package static let yamlSigns = 300_000
    /// How many items all catalogue files may have together.
    package static let items = 100_000
    /// How many lines a CSV file may have. A record may have several.
    package static let csvLines = 1_000_000
    /// How many commas a CSV file may have. A hundred thousand items of twelve fields have 1,100,000.
    package static let csvCommas = 5_000_000
    /// How often an item may be judged by a rule when each store is looked at once: the items, times the rules of all
    /// stores. The rules of a store are its `weights`, its conditions in `choose.except`, and `choose` itself.
    package static let itemsTimesRules = 20_000_000
}
