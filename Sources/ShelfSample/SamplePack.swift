import Foundation

/// The sample's pack of levels: twelve of a game in which boxes are pushed.
enum SamplePack {
    static let folder = "packs/warehouse"

    /// `pack.yaml` and the maps, by their paths relative to the configuration file's folder.
    static func files() throws -> [(path: String, data: Data)] {
        let folder = SampleFiles.address(of: Self.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.filter { $0 == "pack.yaml" || $0.hasSuffix(".xsb") }.map { name in
            ("\(Self.folder)/\(name)", try SampleFiles.resource("\(Self.folder)/\(name)"))
        }
    }
}
