/// Joins JavaScript modules into one, so that a browser fetches one file instead of dozens.
///
/// Each module but the first becomes a function that is called once and returns its exports, so equal names in two
/// modules don't meet. The modules themselves stay as they are: whoever likes imports them one by one.
package struct ModuleJoiner {
    /// By path.
    private let files: [String: SiteFile]
    /// The modules that were taken apart, by path. Several entries share most of theirs.
    private var modules: [String: JavaScriptModule] = [:]
    private var joined: [String: Joined] = [:]
    private var output = ""
    /// The modules that are being joined, from the entry on.
    private var path: [String] = []

    /// A module that the output has already.
    private struct Joined {
        /// The output has its exports under this number.
        let number: Int
        let exports: [String]
    }

    /// What can't be joined, and where.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// - Parameter files: all modules are among them.
    package init(_ files: [SiteFile]) {
        self.files = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })
    }

    /// - Parameter entry: the path of the module that the page loads. What it exports, the joined module exports.
    /// - Throws: ``Failure``.
    package mutating func join(_ entry: String) throws -> [UInt8] {
        (joined, output) = ([:], "")
        let module = try module(entry)
        let (imports, passedOn) = try needs(of: module, at: entry)
        output += imports + module.body
        let names =
            module.exports.map { $0.original == $0.alias ? $0.alias : "\($0.original) as \($0.alias)" } + passedOn
        if !names.isEmpty { output += "export{\(names.joined(separator: ","))};\n" }
        return Array(output.utf8)
    }

    private mutating func module(_ path: String) throws -> JavaScriptModule {
        if let known = modules[path] { return known }
        guard let file = files[path] else { throw Failure(description: "the module \(path) is missing") }
        do {
            let module = try JavaScriptModule(CompactScript.text(of: file.bytes))
            modules[path] = module
            return module
        } catch {
            throw Failure(description: "\(path): \(error)")
        }
    }

    private mutating func include(_ path: String) throws -> Joined {
        if let known = joined[path] { return known }
        guard !self.path.contains(path) else {
            let circle = (self.path + [path]).joined(separator: ", ")
            throw Failure(description: "modules import each other in a circle: \(circle)")
        }
        let module = try module(path)
        let (imports, passedOn) = try needs(of: module, at: path)
        let names = module.exports.map { $0.original == $0.alias ? $0.alias : "\($0.alias):\($0.original)" } + passedOn
        let made = Joined(number: joined.count, exports: module.exports.map(\.alias) + passedOn)
        joined[path] = made
        output +=
            "const $\(made.number)=(()=>{\n\(imports)\(module.body)return{\(names.joined(separator: ","))};\n})();\n"
        return made
    }

    /// Joins what a module needs.
    ///
    /// - Returns: the statements that take the names out of it, and which of these the module passes on.
    private mutating func needs(
        of module: JavaScriptModule, at path: String
    ) throws -> (imports: String, passedOn: [String]) {
        self.path.append(path)
        defer { self.path.removeLast() }
        var (imports, passedOn) = ("", [String]())
        for wanted in module.imports {
            let names = wanted.names.map { $0.original == $0.alias ? $0.alias : "\($0.original):\($0.alias)" }
            let number = try include(Self.path(of: wanted.address, from: path)).number
            imports += "const{\(names.joined(separator: ","))}=$\(number);\n"
        }
        for address in module.passedOn {
            let source = try include(Self.path(of: address, from: path))
            imports += "const{\(source.exports.joined(separator: ","))}=$\(source.number);\n"
            passedOn += source.exports
        }
        return (imports, passedOn)
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
