public import Foundation
public import ShelfWire
import Synchronization

/// What must outlive the app: the player's credential, and the purchases that aren't answered yet.
///
/// The person who has the credential is the player. ``folder(_:)`` keeps it in files that only their owner can read.
/// Where the system has a keychain, keep it there:
///
///     var archive = PlayerArchive.folder(folder)
///     archive.credential = { new in try Keychain.readOrAdd(new) }
public struct PlayerArchive: Sendable {
    /// Gives the credential that is kept. When there is none, keeps the new one and gives that.
    ///
    /// It throws when it can't tell or can't keep. A locked keychain or a damaged file is no reason to make a new
    /// player, who would own nothing.
    public var credential: @Sendable (_ new: PlayerCredential) async throws -> PlayerCredential
    /// All intents that are kept, without damaged ones. It throws when it can't tell which are kept.
    public var intents: @Sendable () async throws -> [PurchaseIntent]
    /// Keeps an intent. When it returns, the intent survives a crash, and the request leaves.
    public var keep: @Sendable (PurchaseIntent) async throws -> Void
    /// Forgets an intent that was answered. If it fails, the same request is sent once more at the next start.
    public var forget: @Sendable (_ key: String) async -> Void

    /// An archive from closures; see the properties for what each must do.
    public init(
        credential: @escaping @Sendable (_ new: PlayerCredential) async throws -> PlayerCredential,
        intents: @escaping @Sendable () async throws -> [PurchaseIntent],
        keep: @escaping @Sendable (PurchaseIntent) async throws -> Void,
        forget: @escaping @Sendable (_ key: String) async -> Void
    ) {
        self.credential = credential
        self.intents = intents
        self.keep = keep
        self.forget = forget
    }

    /// A player for as long as the process runs: for previews and tests.
    public static func memory() -> PlayerArchive {
        let kept = Memory()
        return PlayerArchive(
            credential: { kept.credential($0) },
            intents: { kept.intents },
            keep: { kept.keep($0) },
            forget: { kept.forget($0) })
    }

    /// Two files for the credential, and one for each purchase that is not answered yet.
    ///
    /// A damaged credential file is restored from the other one; what was damaged stays beside it under another name.
    /// When both are damaged, nothing is changed and no new player is made:
    /// ``PlayerArchiveError/credentialDamaged(_:)`` is thrown until one of them is restored or both are moved away.
    ///
    /// - Parameter folder: it is made when it is missing. Give each server its own; the stores of one server share it.
    ///   Not a folder that the system empties, such as the caches.
    public static func folder(_ folder: URL) -> PlayerArchive {
        let purchases = IntentFolder(folder.appending(path: "purchases"))
        return PlayerArchive(
            credential: { try CredentialFiles(in: folder).kept(or: $0) },
            intents: { try purchases.intents() },
            keep: { try purchases.keep($0) },
            forget: { purchases.forget($0) })
    }

    /// The same in the user's application support, with one folder for each server.
    public static func applicationSupport(of server: URL) -> PlayerArchive {
        let support =
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? URL(filePath: NSHomeDirectory())
        let name = Base64URL.encode(server.absoluteString.utf8)
        return .folder(support.appending(path: "shelflife").appending(path: name))
    }
}

/// An archive that ends with the process.
private final class Memory: Sendable {
    private let state = Mutex((credential: PlayerCredential?.none, intents: [String: PurchaseIntent]()))

    func credential(_ new: PlayerCredential) -> PlayerCredential {
        state.withLock { state in
            state.credential = state.credential ?? new
            return state.credential ?? new
        }
    }

    var intents: [PurchaseIntent] { state.withLock { Array($0.intents.values) } }

    func keep(_ intent: PurchaseIntent) { state.withLock { $0.intents[intent.key] = intent } }
    func forget(_ key: String) { state.withLock { _ = $0.intents.removeValue(forKey: key) } }
}
