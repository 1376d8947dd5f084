extension String {
    /// One line of it for a terminal: what that would obey, and what nobody would see, is written as `\u{1B}`, line
    /// breaks and tabs too.
    package var visibleLine: String { visible { _, _ in false } }

    /// The same of a text of several lines, which keeps its line breaks and tabs.
    package var visibleText: String {
        visible { scalars, index in
            switch scalars[index] {
            case "\n", "\t": true
            case "\r": index + 1 < scalars.count && scalars[index + 1] == "\n"
            default: false
            }
        }
    }

    private func visible(keeping isLayout: ([Unicode.Scalar], Int) -> Bool) -> String {
        guard !utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return self }
        let scalars = Array(unicodeScalars)
        var visible = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let isHidden = scalar.isControl || scalars.hidesNeedlessly(at: index)
            if isHidden && !isLayout(scalars, index) {
                visible.append(contentsOf: scalar.escaped(asASCII: true).unicodeScalars)
            } else {
                visible.append(scalar)
            }
        }
        return String(visible)
    }
}
