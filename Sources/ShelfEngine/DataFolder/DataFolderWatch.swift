import Foundation

/// Notices that a data folder's files were deleted, moved or replaced while a server has them open.
///
/// The server would go on with files that have no name any more: it would confirm purchases, and the next start would
/// know nothing of them.
package struct DataFolderWatch: Sendable {
    /// What a file was when the watch began, whatever its name leads to later.
    private struct Identity: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64

        /// - Returns: `nil` when there is no such file.
        init?(of path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }

    private let files: [(path: String, identity: Identity?)]

    /// Remembers the files that a server on this folder has just opened.
    package init(_ folder: DataFolder) {
        files = [folder.database, folder.lock].map { ($0, Identity(of: $0)) }
    }

    /// - Throws: ``DataFolderLost`` when a file isn't in its place any more.
    package func check() throws(DataFolderLost) {
        for (path, identity) in files where Identity(of: path) != identity { throw DataFolderLost(path: path) }
    }
}

/// A file of the data folder isn't the one that the server has open.
package struct DataFolderLost: Error, Hashable {
    package let path: String

    package init(path: String) {
        self.path = path
    }
}

extension DataFolderLost: CustomStringConvertible {
    package var description: String {
        """
        \(path) was deleted, moved or replaced while the server ran, so the server stops: what it confirmed from now on \
        would be lost. Put the folder back as it was, or restore a backup (shelflife restore)
        """
    }
}
