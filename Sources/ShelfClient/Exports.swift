// An app needs one import only. What it uses of these two modules is public there; the rest belongs to the package.
@_exported public import ShelfModel
@_exported public import ShelfWire
