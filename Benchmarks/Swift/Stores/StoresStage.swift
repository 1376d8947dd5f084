import Foundation

/// Runs a server of many stores in a process of its own and asks it while it works.
enum StoresStage {
    private struct Line {
        let word: Substring
        let value: Data

        init(_ text: Substring) {
            word = text.prefix { $0 != " " }
            value = Data(text.dropFirst(word.count + 1).utf8)
        }
    }

    /// - Parameter report: gets each stage as it ends.
    static func all(
        count: Int, isNew: Bool, report: (StoresResults.Stage) -> Void
    ) async throws -> [StoresResults.Stage] {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["stores-server", "--stores", "\(count)"] + (isNew ? ["--is-new"] : [])
        process.standardOutput = output
        try process.run()
        defer { if process.isRunning { process.terminate() } }
        var stages: [StoresResults.Stage] = []
        var askers: StoresAskers?
        for try await line in lines(of: output.fileHandleForReading) {
            let line = Line(line[...])
            switch line.word {
            case "port":
                let port = try JSONDecoder().decode(Int.self, from: line.value)
                askers = try await StoresAskers(stores: count, port: port)
            case "begin": askers?.reset()
            default:
                var stage = try JSONDecoder().decode(StoresResults.Stage.self, from: line.value)
                askers?.add(to: &stage)
                report(stage)
                stages.append(stage)
            }
        }
        try await askers?.end()
        process.waitUntilExit()
        return stages
    }

    /// A process's words, line by line, read on a thread of its own since reading waits.
    private static func lines(of handle: FileHandle) -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                var rest = ""
                while case let data = handle.availableData, !data.isEmpty {
                    var lines = (rest + String(decoding: data, as: UTF8.self)).split(
                        separator: "\n", omittingEmptySubsequences: false)
                    rest = String(lines.removeLast())
                    for line in lines { continuation.yield(String(line)) }
                }
                continuation.finish()
            }
        }
    }
}
