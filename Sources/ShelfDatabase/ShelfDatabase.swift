/// Everything that a server stores: the sum of the protocols that its parts need.
///
/// Several servers may share one database. Every write is durable before it returns.
package typealias ShelfDatabase = ScheduleDatabase & PlayerDatabase & SecretDatabase & TradeDatabase & HoldingsDatabase
    & TopUpDatabase & SupportDatabase & AuditDatabase & HousekeepingDatabase & IncarnationDatabase & SalesDatabase
    & ContentDatabase & FileDatabase & PictureDatabase & PackDatabase & WithdrawalDatabase & PauseDatabase
    & ChangeDatabase & NewsDatabase & MatchDatabase & InvitationDatabase & PlayerEventDatabase & VaultDatabase
    & ClockDatabase & WatchedDatabase
