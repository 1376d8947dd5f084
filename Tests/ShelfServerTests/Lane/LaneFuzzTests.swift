import Foundation
import NIOCore
import NIOEmbedded
import ShelfServer
import ShelfTesting
import Testing

/// The same bytes to a connection on which the lane recognises requests, and to one that the decoder reads from the
/// first byte on; in other pieces each time. The router says nothing on either.
@Suite struct `What the lane recognises` {
    /// `SHELFLIFE_FUZZ=10` for ten times as many.
    private static let rounds = 12_000 * (ProcessInfo.processInfo.environment["SHELFLIFE_FUZZ"].flatMap(Int.init) ?? 1)

    @Test(arguments: 0..<4 as Range<UInt32>)
    func `gets the answers that it gets when the decoder has read it`(seed: UInt32) async throws {
        let pair = try await LanePair()
        let key = try pair.path("/v1/stores/main/keys/{released}")
        var mutant = RequestMutant(seed: seed, more: [key, "/v1/stores/main/keys", "/v1/stores/bazaar/keys"])
        var answered = 0
        for _ in 0..<Self.rounds {
            let pieces = mutant.nextPieces()
            let recognised = try Self.answers(pair, pieces, isDecoded: false)
            let decoded = try Self.answers(pair, [Array(pieces.joined())], isDecoded: true)
            answered += recognised.isEmpty ? 0 : 1
            try #require(recognised == decoded, "\(pieces.map { String(decoding: $0, as: UTF8.self) })")
        }
        #expect(answered > Self.rounds / 20)
        #expect(pair.server.server.streams.count == 0)
    }

    /// All that is answered, without what is drawn for each stream.
    private static func answers(_ pair: LanePair, _ pieces: [[UInt8]], isDecoded: Bool) throws -> [UInt8] {
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        try pair.server.server.attach(to: channel, isDecoded: isDecoded)
        // What can't be decoded is an error, of which the router would speak.
        for piece in pieces { _ = try? channel.writeInbound(ByteBuffer(bytes: piece)) }
        channel.embeddedEventLoop.run()
        var heard: [UInt8] = []
        while case .byteBuffer(let bytes)? = try channel.readOutbound(as: IOData.self) {
            heard += bytes.readableBytesView
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return LanePair.untold(withoutDraws(heard))
    }

    private static func withoutDraws(_ answers: [UInt8]) -> [UInt8] {
        var answers = answers
        for place in answers.ranges(of: Array("retry: ".utf8)) {
            answers.replaceSubrange(place.upperBound..<place.upperBound + 4, with: Array("0000".utf8))
        }
        return answers
    }
}
