package import ShelfConfiguration

/// The settings and the content files as they were read.
package enum ReadFiles: Sendable {
    case sound(LoadedConfiguration)
    /// The settings can be read, but the content has errors.
    case broken(Settings, ConfigurationProblems)

    package var settings: Settings {
        get {
            switch self {
            case .sound(let loaded): loaded.settings
            case .broken(let settings, _): settings
            }
        }
        set {
            switch self {
            case .sound(var loaded):
                loaded.settings = newValue
                self = .sound(loaded)
            case .broken(_, let problems): self = .broken(newValue, problems)
            }
        }
    }

    /// What sound files have.
    ///
    /// - Throws: the problems of broken ones.
    package func loaded() throws(ConfigurationProblems) -> LoadedConfiguration {
        switch self {
        case .sound(let loaded): return loaded
        case .broken(_, let problems): throw problems
        }
    }
}
