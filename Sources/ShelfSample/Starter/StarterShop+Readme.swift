extension StarterShop {
    /// `README.md`
    var readmeText: String {
        """
        # The shop of \(title)

        A live store: \(stores.count == 1 ? "one store" : "\(stores.count) stores"), in which items take turns at the same \
        moment for every player. The program is `shelflife`; run all commands in this folder.

        | file | is | changed by |
        |---|---|---|
        | `content.yaml` | the stores and their rules | the designer |
        | `\(Self.catalogue)` | the catalogue, a line for each item, until your own takes its place | the designer |
        | `pictures/` | a picture for each item, called like its id | the designer |
        | `plan.yaml` | what stands where at a time of your choice | the designer |
        \(hasLevels ? "| `\(Self.levelsFolder)/` | a pack of levels | the designer |\n" : "")\
        | `shelflife.yaml` | the server's settings; \
        \(isSealed ? "it is never published" : "it has secrets, is never published, and git ignores it") | the operator |

        ## The first quarter of an hour

        1. **See it**: `shelflife demo .` prints the addresses of the storefront and of the desk. It keeps nothing, and \
        changes no file here.
        2. **Change it** while it runs: set a price in the catalogue and save. The storefront shows it with the \
        listings that aren't decided yet, some twelve minutes later; the desk shows them at once, under *Plan*.
        3. **Put your own items in**: `shelflife import items.csv --into .` takes a table or a JSON file from your game, with \
        pictures, in the place of those here. With `--dry-run` it only says what it would do.
        4. **Set the rules**: `shelflife preview --config content.yaml --store \(stores[0].id) --hours 24 --summary` says how \
        often each set would come.
        5. **Plan something**: an entry in `plan.yaml`. On a server that owns its content, a drag at the desk does it, too.
        6. **Check it**: `shelflife check` names each mistake with its file and line.

        ## Then

        - `shelflife serve --config shelflife.yaml` runs the server, and `shelflife publish content.yaml` brings a change \
        onto it.
        - `docs/launch.md` of Shelflife goes from here to players in a day. `shelflife check --strict` is its gate: it \
        names what is still the starter's.

        """
    }
}
