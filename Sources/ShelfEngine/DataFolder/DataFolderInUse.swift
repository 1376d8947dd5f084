/// Another process uses this data folder.
package struct DataFolderInUse: Error, Hashable {
    package let folder: String
    /// The other process's id as that process sees it, which inside a container differs from the host's; `nil` when it
    /// hasn't written its id yet.
    package let process: Int32?
}

extension DataFolderInUse: CustomStringConvertible {
    package var description: String {
        let user = process.map { "process \($0)" } ?? "another process"
        return "\(folder) is in use by \(user); stop that one first, or choose another folder with --data"
    }
}
