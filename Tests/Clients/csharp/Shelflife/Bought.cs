namespace Shelflife {
    /// What a player has bought.
    public sealed class Bought {
        /// The receipt as JSON, whose members docs/clients.md names.
        public readonly object Receipt;
        /// The receipt as the store has signed it, for the game's own server: its JSON is the body of
        /// POST /v1/admin/receipts.
        public readonly string SignedJson;

        public Bought(object receipt, object signed) {
            Receipt = receipt;
            string bytes = Json.Text(signed, "bytes"), signature = Json.Text(signed, "signature");
            SignedJson = $"{{\"bytes\":\"{bytes}\",\"signature\":\"{signature}\"}}";
        }
    }
}
