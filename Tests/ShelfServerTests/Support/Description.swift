import Foundation
import ShelfTesting
import Testing

/// The routes' description as the server hands it out, for tests to look things up in.
struct Description {
    let root: [String: Any]

    struct Operation {
        /// Such as `GET /v1/stores/{store}/window`.
        let route: String
        let content: [String: Any]

        var id: String { content["operationId"] as? String ?? "" }
        var isOfAPage: Bool { [["Page"], ["Desk"]].contains(content["tags"] as? [String]) }

        /// Whether the router's route is this one; files of a page are described by their folder.
        func covers(_ other: String) -> Bool {
            guard isOfAPage else { return other == route }
            let (mine, theirs) = (route.split(separator: "/"), other.split(separator: "/"))
            return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
    }

    init(_ bytes: [UInt8]) throws {
        root = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    var operations: [Operation] {
        let paths = root["paths"] as? [String: [String: [String: Any]]] ?? [:]
        return paths.flatMap { path, methods in
            methods.map { Operation(route: "\($0.key.uppercased()) \(path)", content: $0.value) }
        }
    }

    func components(_ kind: String) -> [String: [String: Any]] {
        (root["components"] as? [String: [String: [String: Any]]])?[kind] ?? [:]
    }

    /// What a successful answer to an operation looks like, where the document shows one in JSON.
    func example(of operation: Operation) -> Any? {
        let responses = operation.content["responses"] as? [String: [String: Any]] ?? [:]
        return content(resolved(responses["200"] ?? [:]), "application/json")?["example"]
    }

    /// The codes that an answer of this name can have, as its schema has them.
    func codes(of response: [String: Any]) -> [String] {
        let schema = content(response, "application/problem+json")?["schema"] as? [String: Any] ?? [:]
        return parts(of: schema).flatMap { part -> [String] in
            let properties = part["properties"] as? [String: Any]
            let code = resolved(properties?["code"] as? [String: Any] ?? [:])
            return (code["enum"] as? [String] ?? []) + [code["const"] as? String].compactMap(\.self)
        }
    }

    private func parts(of schema: [String: Any]) -> [[String: Any]] {
        let inner = ["allOf", "oneOf"].flatMap { schema[$0] as? [[String: Any]] ?? [] }
        return [schema] + inner.flatMap(parts)
    }

    private func content(_ response: [String: Any], _ type: String) -> [String: Any]? {
        (response["content"] as? [String: [String: Any]])?[type]
    }

    private func resolved(_ value: [String: Any]) -> [String: Any] {
        guard let reference = value["$ref"] as? String else { return value }
        let names = reference.split(separator: "/").suffix(2).map(String.init)
        return components(names[0])[names[1]] ?? [:]
    }
}
