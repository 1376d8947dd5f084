/// The folder of a file of settings or content. Paths in the file are relative to it.
struct Folder {
    private let prefix: String

    /// The folder of `file`.
    init(of file: String) {
        prefix = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    }

    func path(_ name: String) -> String {
        name.hasPrefix("/") ? name : prefix + name
    }
}
