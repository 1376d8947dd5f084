package import Foundation

/// Why a server's files can't be opened or written, and what the operator can do about it.
package struct StorageError: Error, Hashable {
    package enum Reason: Hashable, Sendable {
        /// The disk has no space left.
        case full
        /// The disk is mounted read-only.
        case readOnly
        /// The files belong to another user.
        case forbidden
        /// A part of the path is missing, or is no folder.
        case missing
        /// What is there can't be read as a database.
        case damaged
        /// A later version of the program wrote the file.
        case newer
        /// A build from before version 0.1.0 wrote the file, with other tables.
        case formerBuild
        /// Another program's database.
        case foreign
        /// The disk didn't take what was written to the file; with the system's words.
        case unsynced(String)
        /// The disk didn't take what was written to the file, and no server has mended that yet.
        case unmended
        /// Another program has the database open, which isn't possible now.
        case inUse(process: Int?)
        /// Anything else, in the system's own words.
        case other(String)
    }

    /// The file or the folder.
    package let path: String
    package let reason: Reason

    package init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// Makes the error from the result of a system call on a path.
    package init(_ path: String, _ code: POSIXErrorCode) {
        self.init(path, Reason(code))
    }

    /// Makes the error from a Foundation error about a path, which contains the system's own error code.
    package init(_ path: String, _ error: any Error) {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey]
        let code = (error as? POSIXError ?? cause as? POSIXError)?.code
        self.init(path, code.map(Reason.init) ?? .other(error.localizedDescription))
    }
}

extension StorageError {
    /// - Returns: a Foundation error about files as a ``StorageError``, and every other error unchanged.
    package static func explaining(_ error: any Error, at path: String) -> any Error {
        guard let error = error as? CocoaError else { return error }
        return StorageError(error.filePath ?? path, error)
    }
}

extension StorageError.Reason {
    fileprivate init(_ code: POSIXErrorCode) {
        self =
            switch code {
            case .ENOSPC, .EDQUOT: .full
            case .EROFS: .readOnly
            case .EACCES, .EPERM: .forbidden
            case .ENOENT, .ENOTDIR: .missing
            default: .other(String(cString: strerror(code.rawValue)))
            }
    }
}

extension StorageError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .full: "there is no space left for \(path); make room on its disk, then try again. Nothing is lost"
        case .readOnly:
            "\(path) is on a disk that can only be read; mount it for writing, or choose another folder"
        case .forbidden:
            """
            the user that runs this may not use \(path); run as the user that the folder belongs to, \
            or give it to this one (chown)
            """
        case .missing: "\(path) can't be used: a part of this path is missing or is no folder; check the path"
        case .damaged:
            """
            \(path) can't be read as a database; if it is a server's, put a backup in its place (shelflife restore); \
            if it is a backup, use another
            """
        case .newer:
            "\(path) was written by a later version of Shelflife; use that version, or restore a backup made before"
        case .formerBuild:
            """
            \(path) was written by a build from before version 0.1.0, whose tables this one doesn't read; it stays as it \
            is. Choose another data folder, or go on with that build
            """
        case .foreign: "\(path) is another program's database; it stays as it is. Choose another data folder"
        case .unsynced(let words):
            """
            the disk didn't keep what was written to \(path) (\(words)), so the program has ended, before anything is \
            built on that. What was confirmed is kept. Look at what the system says of the disk, then start it again
            """
        case .unmended:
            """
            the disk has failed while \(path) was in use; start the server on it once, which mends what it can, then try \
            this again
            """
        case .inUse(let process):
            """
            another program has \(path) open\(process.map { " (process \($0))" } ?? ""), which has to be used alone now; \
            end that program, then try again
            """
        case .other(let words): "\(path) can't be used: \(words)"
        }
    }
}
