/// A command was given something that it can't work with. The description tells a person what to change.
package struct UsageError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
