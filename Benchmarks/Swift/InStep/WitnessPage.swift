import Foundation
import Hummingbird
import Logging

/// Serves the page that is a witness in a browser, and keeps the lines that it sends.
struct WitnessPage: Sendable {
    let page: URL
    let lines: URL

    func run(onRunning: @escaping @Sendable (_ port: Int) async -> Void) async throws {
        let html = try Data(contentsOf: page)
        guard FileManager.default.createFile(atPath: lines.path, contents: nil) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: lines.path])
        }
        let router = Router()
        router.get("/") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: html)))
        }
        router.post("/lines") { request, _ in
            try await keep(request.body.collect(upTo: 1 << 24))
            return HTTPResponse.Status.noContent
        }
        router.post("/faults") { request, _ in
            let fault = try await request.body.collect(upTo: 1 << 20)
            FileHandle.standardError.write(Data("the page: \(String(buffer: fault))\n".utf8))
            return HTTPResponse.Status.noContent
        }
        var logger = Logger(label: "page")
        // Its end cuts connections off, of which it would complain.
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { await onRunning($0.localAddress?.port ?? 0) }, logger: logger)
        try await application.runService()
    }

    private func keep(_ bytes: ByteBuffer) throws {
        let file = try FileHandle(forWritingTo: lines)
        try file.seekToEnd()
        try file.write(contentsOf: Data(bytes.readableBytesView))
        try file.close()
    }
}
