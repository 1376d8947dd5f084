namespace Shelflife {
    /// What a position shows.
    public sealed class Shown {
        /// `empty`, `sealed`, `arriving`, `onSale` or `leaving`.
        public string Phase;
        public Listing Listing;
        /// JSON, or null while the position is empty or sealed.
        public object Card;
        /// Or sold out: no longer for sale.
        public bool IsWithdrawn;
    }
}
