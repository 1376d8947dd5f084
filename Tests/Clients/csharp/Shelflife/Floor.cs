namespace Shelflife {
    /// Division that rounds down, also below zero.
    public static class Floor {
        public static long Of(long value, long by) => value / by - (value % by < 0 ? 1 : 0);
    }
}
