package import ShelfModel
import ShelfPacks
import ShelfWire

/// A pack that was read from its folder or its bundle, without errors.
package struct LoadedPack: Sendable {
    package let pack: Pack
    /// `pack.yaml` and the maps, by their paths in the folder.
    package let files: [ContentFile]
    /// By their paths in the folder, the masters of the pictures that are levels' backgrounds.
    package let pictures: [String: [UInt8]]

    /// The files as one.
    package var bundle: [UInt8] { PackBundle.bytes(of: files) }

    /// As a content version names it.
    package var content: ContentPack {
        ContentPack(id: pack.id, bundle: FileDigest.of(bundle), pictures: pictures)
    }
}
