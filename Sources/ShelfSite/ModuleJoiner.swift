/// Joins JavaScript modules into one, so that a browser fetches one file instead of dozens.
///
/// Each module but the first becomes a function that is called once and returns its exports, so equal names in two
/// modules don't meet. The modules themselves stay as they are: whoever likes imports them one by one.
package struct ModuleJoiner {
    /// By path.
    private let modules: [String: SiteFile]
    private var joined: [String: Int] = [:]
    private var output = ""
    /// The modules that are being joined, from the entry on.
    private var path: [String] = []

    /// What can't be joined, and where.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// - Parameters:
    ///   - entry: the path of the module that the page loads. What it exports, the joined module exports.
    ///   - files: the entry and all that it imports are among them.
    /// - Throws: ``Failure``.
    package static func join(_ entry: String, of files: [SiteFile]) throws -> [UInt8] {
        var joiner = ModuleJoiner(modules: Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) }))
        let module = try joiner.module(entry)
        joiner.output += try joiner.imports(of: module, at: entry) + module.body
        if !module.exports.isEmpty {
            let names = module.exports.map { $0.original == $0.alias ? $0.alias : "\($0.original) as \($0.alias)" }
            joiner.output += "export{\(names.joined(separator: ","))};\n"
        }
        return Array(joiner.output.utf8)
    }

    private init(modules: [String: SiteFile]) {
        self.modules = modules
    }

    private func module(_ path: String) throws -> JavaScriptModule {
        guard let file = modules[path] else { throw Failure(description: "the module \(path) is missing") }
        do {
            return try JavaScriptModule(CompactScript.text(of: file.bytes))
        } catch {
            throw Failure(description: "\(path): \(error)")
        }
    }

    /// - Returns: the number under which the output has the module's exports.
    private mutating func join(_ path: String) throws -> Int {
        if let number = joined[path] { return number }
        guard !self.path.contains(path) else {
            let circle = (self.path + [path]).joined(separator: ", ")
            throw Failure(description: "modules import each other in a circle: \(circle)")
        }
        let module = try module(path)
        let imports = try imports(of: module, at: path)
        let names = module.exports.map { $0.original == $0.alias ? $0.alias : "\($0.alias):\($0.original)" }
        joined[path] = joined.count
        let number = joined.count - 1
        output += "const $\(number)=(()=>{\n\(imports)\(module.body)return{\(names.joined(separator: ","))};\n})();\n"
        return number
    }

    /// Joins what a module imports.
    ///
    /// - Returns: the statements that take the names out of it.
    private mutating func imports(of module: JavaScriptModule, at path: String) throws -> String {
        self.path.append(path)
        defer { self.path.removeLast() }
        return try module.imports.map { wanted in
            let number = try join(Self.path(of: wanted.address, from: path))
            let names = wanted.names.map { $0.original == $0.alias ? $0.alias : "\($0.original):\($0.alias)" }
            return "const{\(names.joined(separator: ","))}=$\(number);\n"
        }.joined()
    }

    /// The path that a relative address names.
    private static func path(of address: String, from module: String) -> String {
        var parts = module.split(separator: "/").dropLast()
        for part in address.split(separator: "/") where part != "." {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
