extension StarterShop {
    /// `content.yaml`
    var content: String {
        """
        # What players see: the catalogue, the stores and their rules. docs/stores.md says
        # what each key means. After a change:
        #     shelflife check content.yaml
        #     shelflife preview --config content.yaml --store \(stores[0].id) --hours 24 --summary
        # `shelflife demo` on this folder shows a change on the shelf by itself.

        title: \(Self.quoted(title))

        # Items, a line each. `shelflife import FILE --into .` puts yours in their place.
        catalogue: [\(Self.catalogue)]

        stores:

        """ + stores.indices.map(store).joined(separator: "\n")
    }

    private func store(_ index: Int) -> String {
        let store = stores[index]
        let theme = Self.themes[index % Self.themes.count]
        return """
              - id: \(store.id)
                title: \(Self.quoted(store.title))
                positions: 6
                columns: 3
            \(isSealed ? Self.sealed : Self.prefetched)
                shelfLife: {from: 1m, to: 5m}    # an item stands there for so long
                noRepeat: 1m                     # and stays away for so long afterwards
                theme:
                  icon: \(theme.icon)
                  light: {\(theme.light)}
                  dark: {\(theme.dark)}
                weights:
                  - {factor: 3, age: {under: 6 months}}   # new items come three times as often
                  - {factor: 0.5, price: {from: 400}}     # dear ones half as often

            """
    }

    private static let sealed = "    lead: 300ms                      # sealed: nobody knows an item before its moment"
    private static let prefetched = """
            lead: 10m                        # prefetched: goes on for ten minutes without a network
            prefetched: true
        """

    private static let themes: [(icon: String, light: String, dark: String)] = [
        (
            "star", ##"start: "#ff9a3c", end: "#e0356f", accent: "#b8245a", shadow: "#e0356f59""##,
            ##"start: "#ffb86b", end: "#ff5f9e", accent: "#ff93bd", shadow: "#ff5f9e4d""##
        ),
        (
            "tent", ##"start: "#12b8a6", end: "#2563eb", accent: "#0b5fa5", shadow: "#2563eb52""##,
            ##"start: "#2ee6c5", end: "#5aa2ff", accent: "#7cc8ff", shadow: "#5aa2ff47""##
        ),
        (
            "gem", ##"start: "#c98a2b", end: "#7a4bc2", accent: "#6a3fb0", shadow: "#7a4bc252""##,
            ##"start: "#f2bd6b", end: "#a988f0", accent: "#cbb4ff", shadow: "#a988f047""##
        ),
    ]

    /// `plan.yaml`
    var plan: String {
        """
        # What shall stand somewhere at a time of your choice; all else is drawn around it.
        # docs/stores.md says what each key means. The desk writes this file anew, without
        # comments.

        # An item at noon and at eight in the evening, for five minutes, on the last position.
        \(stores[0].id):
          - item: crown
            position: 6
            at: ["12:00", "20:00"]
            for: 5m

        """
    }

    /// A text in YAML.
    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
