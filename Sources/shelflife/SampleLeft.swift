import ShelfConfiguration
import ShelfModel
import ShelfSample

/// What settings still have of the sample. Everybody knows it, so a shop needs others.
enum SampleLeft {
    static func warnings(about settings: Settings) -> [ConfigurationProblem] {
        let key = LegacyKey(password: SampleFiles.legacyPassword)
        var warnings = settings.legacy.filter { $0.value.key == key }.keys.sorted().map { store in
            ConfigurationProblem.warning(
                found: "the sample's password in legacy.\(store)", expected: "the one that your old clients have",
                advice: "everybody can read that file with it")
        }
        if settings.clockUncertainty == .zero {
            warnings.append(
                .warning(
                    found: "a clock that is never wrong, as the sample has it", expected: "no clock.uncertainty",
                    advice: "the kernel says how far the clock can be off"))
        }
        if settings.players.welcome == SampleFiles.welcome {
            warnings.append(
                .warning(
                    found: "the sample's gift in players.welcome", expected: "what a new player of your game gets",
                    advice: "leave it out if that is nothing"))
        }
        return warnings
    }
}
