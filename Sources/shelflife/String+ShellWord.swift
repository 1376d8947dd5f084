extension String {
    /// The text as a person can paste it into a shell as one word.
    var shellWord: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "0123456789-_./~+,:=@".unicodeScalars.contains($0)
            }
        return isPlain ? self : "'\(replacing("'", with: "'\\''"))'"
    }
}
