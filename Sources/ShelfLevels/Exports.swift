// An app needs one import only. What it uses of this module is public there; the rest belongs to the package.
@_exported public import ShelfModel
