import ArgumentParser

/// `shelflife pack`
struct PackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Build level packs, compare them, and release them to games, without a server of ours.",
        subcommands: [
            PackBuild.self, PackInspect.self, PackDiff.self, PackVerify.self, PackReleaseCommand.self, PackUpdate.self,
        ])
}
