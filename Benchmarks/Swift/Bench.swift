import ArgumentParser

/// `shelflife-bench`: what the project promises, measured.
@main struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shelflife-bench",
        abstract: "Measures what Shelflife promises.",
        subcommands: [
            SpeedCommand.self, InStepCommand.self, RushCommand.self, HistoriesCommand.self, StoresCommand.self,
            StoresServer.self, WitnessCommand.self, SalesCommand.self, TemplatesCommand.self, TemplatesFormCommand.self,
            LevelsCommand.self,
            PlanBeforeCommand.self, BaselineServer.self, SealedServer.self,
        ],
        defaultSubcommand: SpeedCommand.self)
}
