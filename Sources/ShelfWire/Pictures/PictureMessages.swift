/// `POST /v1/admin/pictures/missing`: of which masters the server has no picture.
package struct MissingPicturesRequest: Hashable, Sendable, Codable {
    /// SHA-256 of each master in lower-case hexadecimal digits.
    package let masters: [String]

    package init(masters: [String]) {
        self.masters = masters
    }
}

package struct MissingPicturesAnswer: Hashable, Sendable, Codable {
    /// In the order of the request, each once.
    package let missing: [String]
    /// Why the server can't make pictures; `nil` when it can.
    package let obstacle: String?

    package init(missing: [String], obstacle: String?) {
        (self.missing, self.obstacle) = (missing, obstacle)
    }
}

/// `PUT /v1/admin/masters/{master}`: the picture that was made.
package struct PictureMasterAnswer: Hashable, Sendable, Codable {
    /// In pixels, the narrowest first.
    package let widths: [Int]

    package init(widths: [Int]) {
        self.widths = widths
    }
}

/// `POST /v1/admin/pictures/removals`: removes a picture for good. It is named by its address or by its master.
package struct PictureRemovalRequest: Hashable, Sendable, Codable {
    /// The name in the picture's address, 22 characters.
    package let name: String?
    /// SHA-256 of the master, or of its widest variant, in lower-case hexadecimal digits.
    package let master: String?
    package let reason: String

    package init(name: String? = nil, master: String? = nil, reason: String) {
        (self.name, self.master, self.reason) = (name, master, reason)
    }
}

/// `GET /v1/admin/pictures/removals`: the pictures that were removed, the last first.
package struct PictureRemovalsAnswer: Hashable, Sendable, Codable {
    package let removals: [Entry]

    package struct Entry: Hashable, Sendable, Codable {
        package let name: String
        /// SHA-256 of the master in hexadecimal.
        package let master: String
        package let atMs: Int64
        package let reason: String
        /// The items of the content in force whose picture it is, and which have their glyphs. At most 100, by id.
        package let items: [String]

        package init(name: String, master: String, atMs: Int64, reason: String, items: [String]) {
            (self.name, self.master, self.atMs, self.reason, self.items) = (name, master, atMs, reason, items)
        }
    }

    package init(removals: [Entry]) {
        self.removals = removals
    }
}

package struct PictureRemovalAnswer: Hashable, Sendable, Codable {
    /// When it was removed, in milliseconds since the epoch; an earlier removal's time if there was one.
    package let atMs: Int64
    package let reason: String

    package init(atMs: Int64, reason: String) {
        (self.atMs, self.reason) = (atMs, reason)
    }
}
