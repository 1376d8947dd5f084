namespace Shelflife {
    /// What a server answered.
    public sealed class Answer {
        public int Status;
        public string ETag;
        public byte[] Data;
        /// For how many seconds the server asks to be left alone.
        public double? RetryAfter;
    }
}
