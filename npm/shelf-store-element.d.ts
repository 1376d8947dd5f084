
// So that `document.querySelector("shelf-store")` is one.
declare global {
  interface HTMLElementTagNameMap {
    "shelf-store": ShelfStoreElement;
  }
}
