package import Foundation

/// The shop that `shelflife new` writes: what its questions were answered with.
package struct StarterShop: Hashable, Sendable {
    package struct Store: Hashable, Sendable {
        /// 1 to 32 of a-z, 0-9 and -, and no other store's.
        package let id: String
        package let title: String

        package init(id: String, title: String) {
            (self.id, self.title) = (id, title)
        }
    }

    /// The game's name, on one line.
    package var title: String
    /// At least one.
    package var stores: [Store]
    /// Whether nobody learns an item before its moment, even from the app. Else the stores are prefetched, and each has an
    /// app secret.
    package var isSealed: Bool
    package var hasLevels: Bool
    package var hasInvitations: Bool

    package init(title: String, stores: [Store], isSealed: Bool, hasLevels: Bool, hasInvitations: Bool) {
        self.title = title
        self.stores = stores
        self.isSealed = isSealed
        self.hasLevels = hasLevels
        self.hasInvitations = hasInvitations
    }

    /// The catalogue, which an import takes out of the content.
    package static let catalogue = "starter.csv"
    /// What a new player gets, by currency. It is there to be changed.
    package static let welcome: [String: Int64] = ["coins": 1234]

    /// Writes the shop into `folder`, which is made if need be, with new app secrets.
    ///
    /// - Parameter token: the line of the settings for an admin token.
    /// - Returns: the files that were there already and are kept: no others than `README.md` and `.gitignore`.
    /// - Throws: ``SampleFiles/WriteError`` when another of the files exists already, before anything is written;
    ///   Foundation's errors when the folder can't be written to.
    package func write(to folder: String, token: String) throws -> [String] {
        var files = NewFiles(
            [
                (SampleFiles.settings, Data(settings(token: token).utf8)),
                (SampleFiles.content, Data(content.utf8)),
                (SampleFiles.plan, Data(plan.utf8)),
                (Self.readme, Data(readmeText.utf8)),
                (Self.ignored, Data(ignoredText.utf8)),
            ] + (try Self.goods()) + (hasLevels ? try Self.levels() : []))
        files.secret = [SampleFiles.settings]
        files.optional = [Self.readme, Self.ignored]
        return try files.write(to: folder)
    }

    /// The catalogue and its pictures, by their paths in the folder.
    package static func goods() throws -> [(path: String, data: Data)] {
        let rows = String(decoding: try SampleFiles.resource("collectibles.csv"), as: UTF8.self).split(separator: "\n")
        let chosen = rows.dropFirst().filter { row in ids.contains(String(row.prefix { $0 != "," })) }
        let text = (rows.prefix(1) + chosen).map { "\($0)\n" }.joined()
        let pictures = try ids.map { "pictures/\($0).webp" }.map { ($0, try SampleFiles.resource($0)) }
        return [(catalogue, Data(text.utf8)), ("pictures/NOTICE", Data(notice.utf8))] + pictures
    }

    /// The ids of its items.
    package static var items: Set<String> { Set(ids) }

    /// Items of the sample, four sets of six.
    private static let ids = [
        "hedgehog", "otter", "sloth", "elephant", "giraffe", "zebra",
        "birthday-cake", "chocolate-bar", "cookie", "croissant", "cupcake", "doughnut",
        "crown", "crystal-ball", "gem-stone", "magic-wand", "old-key", "trophy",
        "balloon", "kite", "nesting-dolls", "pinata", "teddy-bear", "yo-yo",
    ]

    /// The sample's first four levels.
    private static func levels() throws -> [(path: String, data: Data)] {
        let names = ["first-push", "round-the-corner", "two-crates", "short-aisle"]
        let files = try (names.map { "\($0).xsb" } + ["aisle.webp"]).map { name in
            ("\(levelsFolder)/\(name)", try SampleFiles.resource("\(SamplePack.folder)/\(name)"))
        }
        let lines = names.map { name in
            let title = name.prefix(1).uppercased() + name.dropFirst().replacing("-", with: " ")
            return "  - {id: \(name), title: \(title), background: aisle.webp, map: \(name).xsb}\n"
        }
        let pack = "# A pack of levels: docs/levels.md says what each key means.\nengine: 1\nlevels:\n" + lines.joined()
        return [("\(levelsFolder)/pack.yaml", Data(pack.utf8))] + files
    }

    static let levelsFolder = "packs/levels"
    package static let readme = "README.md"
    package static let ignored = ".gitignore"

    private static let notice = """
        The pictures of the starter's items are made from drawings of Noto Emoji 2.051
        (https://github.com/googlefonts/noto-emoji), Copyright 2013 Google, Inc., or
        drawn by Shelflife. All are under the Apache License, Version 2.0
        (https://www.apache.org/licenses/LICENSE-2.0). Those of Noto Emoji have been
        modified: each has a frame and a shadow, and is a WebP of 720 pixels.

        """
}
