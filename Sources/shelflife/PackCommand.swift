import ArgumentParser

/// `shelflife pack`
struct PackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack", abstract: "Build level packs, look into them and compare them, without a server.",
        subcommands: [PackBuild.self, PackInspect.self, PackDiff.self, PackVerify.self])
}
