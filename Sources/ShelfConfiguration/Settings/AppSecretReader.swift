import ShelfWire
import Yams

/// Reads the app secrets from the list of stores, whatever else is wrong with these: a store whose rules have an error
/// keeps its secret.
enum AppSecretReader {
    /// Returns the secrets by the stores' ids.
    static func read(_ stores: Field?) -> [String: AppSecret] {
        (stores?.node.sequence ?? []).reduce(into: [:]) { secrets, store in
            guard let mapping = store.mapping, let id = mapping["id"]?.string,
                let secret = mapping[StoreReader.appSecret]?.string
            else { return }
            secrets[id] = AppSecret(secret)
        }
    }
}
