/// All that a server keeps.
///
/// Several servers may share one database. Every write is durable before it returns.
package typealias ShelfDatabase = ScheduleDatabase & PlayerDatabase & TradeDatabase & TopUpDatabase
