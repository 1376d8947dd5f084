import ArgumentParser
import ShelfModel
import ShelfTerminal
import ShelfWire

/// `shelflife pack move`
struct PackMoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Point a channel of a pack on a running server at a release.",
        discussion: """
            Devices that follow the channel take the release with their next update. An earlier release takes a later one \
            back. With --percent, part of the devices take it, and the others keep the one before; move it again with a \
            greater part, and without --percent for all. Wants an admin token with the scopes content:read and \
            content:write.
            """)

    @Argument(help: "The pack's id.")
    var pack: String

    @Option(
        help: """
            The number of the release, as shelflife pack releases lists them. Unless given, it is that of the content \
            in force, or the newest where that has none; with --new-word or --make-public, the present one.
            """)
    var release: Int?

    @Option(
        help: """
            The channel, 1 to 31 of a-z, 0-9 and -. One that there isn't is made with --new-word or --make-public; stable \
            is made, and public, by itself.
            """)
    var channel = Self.standard

    @Option(help: "For how many of a hundred devices it is, such as 10 or 2.5.")
    var percent: Double?

    @Flag(
        help:
            "Only devices with a new word reach the channel, which is printed. One of before reaches nothing any more.")
    var newWord = false

    @Flag(help: "Everybody reaches the channel, by its name.")
    var makePublic = false

    @Option(help: "Why, for people who read the list of moves.")
    var reason: String

    @OptionGroup var admin: AdminOptions

    private static let standard = "stable"

    func validate() throws {
        if let percent, !(0.01..<100).contains(percent) {
            throw ValidationError("--percent is at least 0.01 and less than 100; leave it out for all devices.")
        }
        guard !(newWord && makePublic) else {
            throw ValidationError("--new-word and --make-public exclude each other.")
        }
    }

    func run() async throws {
        let server = try admin.server()
        let before: PackAnswer = try await server.get(RequestTarget(.adminPack, [pack]).path)
        guard let newest = before.releases.first?.release else { return }
        let known = before.channels.first { $0.channel == channel }
        guard known != nil || channel == Self.standard || newWord || makePublic else {
            throw UsageError(unknownChannel(among: before.channels.map(\.channel)))
        }
        // Who only changes the word ships nothing.
        let isWordOnly = (newWord || makePublic) && release == nil && percent == nil
        let kept = isWordOnly ? known : nil
        let answer: PackMoveAnswer = try await server.post(
            RequestTarget(.packMove, [pack]).path,
            PackMoveRequest(
                channel: channel, release: release ?? kept?.release ?? before.inForce ?? newest,
                share: percent.map { Int(($0 * 100).rounded()) } ?? kept?.share,
                reach: newWord ? "newWord" : makePublic ? "public" : nil, reason: reason, after: known?.sequence ?? 0))
        let now = answer.channel
        guard answer.isNew else {
            return Output.print("unchanged: \(channel) points at release \(now.release) already, for \(now.devices)")
        }
        Output.print(
            before.releases.filter { $0.release == now.release && $0.bareLevels > 0 }.map {
                """
                warning: \($0.bareLevels) of the \($0.levels) levels of release \($0.release) have no background: their \
                pictures weren't made
                """
            } + ["\(channel) points at release \(now.release), for \(now.devices)"]
                + (now.word.map { ["its word, for the app in place of the name: \($0)"] } ?? []))
    }

    /// A mistyped name would else show to everybody what a hidden channel's devices alone should have.
    private func unknownChannel(among channels: [String]) -> String {
        let near = NearName.nearest(to: channel, among: channels + [Self.standard])
        let guess = near.map { "; did you mean \($0)?" } ?? "."
        return """
            \(pack) has no channel \(channel)\(guess) To make it, say who reaches it: --make-public for everybody, \
            --new-word for those alone whose app has its word
            """
    }
}
