import ShelfDatabase
import ShelfSQL

// What these protocols ask for is in ShelfSQL.
extension PostgresDatabase: AuditDatabase {}
extension PostgresDatabase: ChangeDatabase {}
extension PostgresDatabase: ContentDatabase {}
extension PostgresDatabase: HoldingsDatabase {}
extension PostgresDatabase: IncarnationDatabase {}
extension PostgresDatabase: PlayerDatabase {}
extension PostgresDatabase: ScheduleDatabase {}
extension PostgresDatabase: SecretDatabase {}
extension PostgresDatabase: SupportDatabase {}
extension PostgresDatabase: TopUpDatabase {}
extension PostgresDatabase: WithdrawalDatabase {}
