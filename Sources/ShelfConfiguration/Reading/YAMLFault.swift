import Yams

/// What is wrong with a text that isn't YAML.
struct YAMLFault {
    let line: Int?
    let message: String

    init(_ error: any Error) {
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            line = mark.line
            message =
                problem.contains("nesting level")
                ? "lists and mappings stand too deep in one another"
                : "this is not YAML: \(problem)\(context.map(Self.origin) ?? "")"
        case .duplicatedKeysInMapping(let keys, let context):
            line = context.mark.line
            message = "found \(keys.map { quoted($0) }.joined(separator: " and ")) twice, expected every key once"
        case .reader(let problem, let offset, _, let text):
            line = offset.map { text.prefix($0).count { $0.isNewline } + 1 }
            message = "this is not YAML: \(problem)"
        default:
            line = nil
            message = "this is not YAML"
        }
    }

    private static func origin(_ context: YamlError.Context) -> String {
        " (\(context.text.trimmed), from line \(context.mark.line))"
    }
}

extension String {
    fileprivate var trimmed: Substring {
        self[...].drop(while: \.isWhitespace)
    }
}
