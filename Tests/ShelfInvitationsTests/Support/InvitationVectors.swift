import Foundation
import ShelfInvitations
import Testing

/// `Tests/Vectors/invitations.json`: what a coordinator does in answer to events, to which both coordinators are held.
struct InvitationVectors: Decodable {
    let traces: [Trace]

    struct Trace: Codable, Sendable, CustomTestStringConvertible {
        let name: String
        var steps: [Step]

        var testDescription: String { name }
    }

    /// An event, when it took place, and what is to be done.
    struct Step: Codable, Sendable {
        let atMs: Int64
        let event: InvitationJSON.Event
        let effects: [InvitationJSON.Effect]

        init(_ moment: RandomRun.Moment, _ effects: [InviteCoordinator.Effect]) {
            atMs = moment.atMs
            event = InvitationJSON.Event(moment.event)
            self.effects = effects.map(InvitationJSON.Effect.init)
        }
    }

    static let shared: InvitationVectors = {
        do {
            return try JSONDecoder().decode(InvitationVectors.self, from: Data(contentsOf: file))
        } catch {
            fatalError("\(file.path): \(error)")
        }
    }()

    /// The expected effects come from the coordinator here, once, when it was known to be right; then they are what
    /// counts.
    static func text(of traces: [Trace]) throws -> String {
        let note = """
            event: what is told to a new coordinator at the instant atMs, in milliseconds. effects: what it is to \
            answer, in this order. An invite without expiresMs doesn't expire.
            """
        let text = try traces.map(lines).joined(separator: ",\n")
        return "{\"note\":\"\(note)\",\n\"traces\":[\n\(text)\n]}\n"
    }

    static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Vectors/invitations.json")

    /// One line a step.
    private static func lines(_ trace: Trace) throws -> String {
        let steps = try trace.steps.map(json).joined(separator: ",\n")
        return "{\"name\":\(try json(trace.name)),\"steps\":[\n\(steps)]}"
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
