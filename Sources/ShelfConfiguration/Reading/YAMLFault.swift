import Yams

/// Explains a YAML syntax error in terms that the author of the file understands, instead of the parser's terms.
struct YAMLFault {
    let text: String

    func fault(_ error: any Error) -> Fault {
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            return fault(problem, at: mark, from: context)
        case .duplicatedKeysInMapping(let keys, let context):
            let names = keys.prefix(5).map { quoted($0) }.joined(separator: " and ")
            return Fault(line: context.mark.line, found: "\(names) twice", expected: "every key once")
        case .reader(let problem, let offset, _, let text):
            let line = offset.map { text.prefix($0).count { $0.isNewline } + 1 }
            return Fault(line: line, found: "what is not YAML (\(problem))", expected: "YAML")
        default:
            return Fault(found: "what is not YAML", expected: "YAML")
        }
    }

    /// - Parameters:
    ///   - problem: the parser's words.
    ///   - context: the place where the list, mapping or text in which the parser stopped begins.
    private func fault(_ problem: String, at mark: Mark, from context: YamlError.Context?) -> Fault {
        let known = aboutText(problem, at: mark, from: context) ?? aboutStructure(problem, at: mark, from: context)
        if let known { return known }
        let origin = context.map { " (\($0.text.trimmed), from line \($0.mark.line))" } ?? ""
        return Fault(line: mark.line, found: "what is not YAML: \(problem)\(origin)", expected: "YAML")
    }

    private func aboutText(_ problem: String, at mark: Mark, from context: YamlError.Context?) -> Fault? {
        if problem.contains("cannot start any token") || problem.contains("tab character") {
            return indentation(of: mark).contains("\t")
                ? Fault(line: mark.line, found: "a tab that indents the line", expected: "spaces") : special(at: mark)
        }
        if problem.contains("undefined alias") { return special(at: mark) }
        // An asterisk or ampersand without a name. The parser's mark points to the character after it.
        if problem.contains("alphabetic or numeric") { return special(at: context?.mark ?? mark) }
        if problem.contains("unknown escape") {
            return Fault(
                line: mark.line, found: "a backslash in double quotes", expected: "two of them, or single quotes")
        }
        if problem.contains("node content") {
            return Fault(
                line: mark.line, found: "nothing where a value must stand", expected: "a value",
                advice: "put a text with # , : [ ] { or } at its beginning in quotes")
        }
        guard let context, context.text.contains("quoted scalar"), problem.contains("unexpected") else { return nil }
        return Fault(line: context.mark.line, found: "a quote that is never closed", expected: "one at the text's end")
    }

    private func aboutStructure(_ problem: String, at mark: Mark, from context: YamlError.Context?) -> Fault? {
        let start = context.map { " in line \($0.mark.line)" } ?? " above"
        switch problem {
        case _ where problem.contains("nesting level"):
            return Fault(
                line: mark.line, found: "more than 1000 lists and mappings in one another", expected: "at most 1000")
        case _ where problem.contains("another document"):
            return Fault(line: mark.line, found: "a second document", expected: "one, without a line of ---")
        case _ where problem.contains("mapping values are not allowed"):
            return values(at: mark)
        case _ where problem.contains("expected key"):
            return Fault(
                line: mark.line, found: "no key in the column of the others",
                expected: "a key as far to the right as the one\(start)")
        case _ where problem.contains("sequence entries are not allowed"):
            return Fault(
                line: mark.line, found: "\"- \" where no list can begin",
                expected: "the list on lines of its own, or in brackets such as [a, b]")
        case _ where problem.contains("'-' indicator"):
            return Fault(
                line: mark.line, found: "no \"- \" in the column of the others",
                expected: "\"- \" as far to the right as\(start), or keys of one element below each other")
        case _ where problem.contains("',' or"):
            let end = problem.contains("}") ? "}" : "]"
            return Fault(
                line: mark.line, found: "neither a comma nor \(end) after a value",
                expected: "one of them in what begins\(start)", advice: "put a text with , : [ ] { or } in quotes")
        case _ where problem.contains("expected ':'"):
            return Fault(
                line: context?.mark.line ?? mark.line, found: "a line without a key", expected: "key: value")
        default:
            return nil
        }
    }

    /// Two causes are common: a colon in a text, and a key that is too far to the right or continues the line above.
    private func values(at mark: Mark) -> Fault {
        let before = String(line(mark.line).prefix(max(0, mark.column - 1)))
        if before.contains(": ") {
            return Fault(
                line: mark.line, found: "a second \": \" in the line", expected: "one key and its value",
                advice: "put a text with a colon in quotes")
        }
        return Fault(
            line: mark.line, found: "a key where none can stand",
            expected: "a key as far to the right as the others beside it, and a blank after the colon of the one above")
    }

    /// Whether the value begins with a character that has a special meaning in YAML.
    private func special(at mark: Mark) -> Fault {
        let rest = line(mark.line).dropFirst(max(0, mark.column - 1))
        let first = rest.first.map { quoted(String($0)) } ?? "a special character"
        return Fault(
            line: mark.line, found: "\(first) at a value's beginning, where it has a meaning of its own",
            expected: "the value in quotes")
    }

    private func indentation(of mark: Mark) -> Substring {
        line(mark.line).prefix { $0 == " " || $0 == "\t" }
    }

    /// - Parameter number: from 1.
    private func line(_ number: Int) -> Substring {
        let lines = text.split(separator: "\n", maxSplits: number, omittingEmptySubsequences: false)
        return number >= 1 && number <= lines.count ? lines[number - 1] : ""
    }
}

extension String {
    fileprivate var trimmed: Substring {
        self[...].drop(while: \.isWhitespace)
    }
}
