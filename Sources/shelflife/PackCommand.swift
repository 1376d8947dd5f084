import ArgumentParser

/// `shelflife pack`
struct PackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Build level packs and compare them, move their channels on a server, or release them without one.",
        subcommands: [
            PackBuild.self, PackInspect.self, PackDiff.self, PackVerify.self, PackChannels.self, PackReleases.self,
            PackMoveCommand.self, PackReleaseCommand.self, PackUpdate.self,
        ])
}
