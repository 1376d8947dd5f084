import ShelfWire
