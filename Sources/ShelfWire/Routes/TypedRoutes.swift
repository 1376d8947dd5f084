// Every route for players and admins, and those for anybody that take a body, with what the body is.

extension TypedRoute where Caller == ForAnyone, Body == PlayerRequest {
    package static var signIn: Self { Self(.signIn) }
}

extension TypedRoute where Caller == ForAnyone, Body == RefreshRequest {
    package static var refresh: Self { Self(.refresh) }
}

extension TypedRoute where Caller == ForAnyone, Body == LinkSecretRequest {
    package static var linkLook: Self { Self(.linkLook) }
}

extension TypedRoute where Caller == ForAnyone, Body == AppStoreNotificationRequest {
    package static var appStoreNotification: Self { Self(.appStoreNotification) }
}

extension TypedRoute where Caller == ForPlayers, Body == NoBody {
    package static var player: Self { Self(.player) }
    package static var inventory: Self { Self(.inventory) }
    package static var purchases: Self { Self(.purchases) }
    package static var playerEvents: Self { Self(.playerEvents) }
    package static var friendCode: Self { Self(.friendCode) }
    package static var friendCodeRenewal: Self { Self(.friendCodeRenewal) }
    package static var matches: Self { Self(.matches) }
    package static var match: Self { Self(.match) }
    package static var matchLeaving: Self { Self(.matchLeaving) }
    package static var invitations: Self { Self(.invitations) }
    package static var invitationAcceptance: Self { Self(.invitationAcceptance) }
    package static var invitationRefusal: Self { Self(.invitationRefusal) }
    package static var invitationCancellation: Self { Self(.invitationCancellation) }
    package static var linkDeletion: Self { Self(.linkDeletion) }
    package static var blocks: Self { Self(.blocks) }
    package static var blockDeletion: Self { Self(.blockDeletion) }
}

extension TypedRoute where Caller == ForPlayers, Body == NewMatchRequest {
    package static var matchMaking: Self { Self(.matchMaking) }
}

extension TypedRoute where Caller == ForPlayers, Body == MatchMoveRequest {
    package static var matchMove: Self { Self(.matchMove) }
}

extension TypedRoute where Caller == ForPlayers, Body == InvitationRequest {
    package static var invitationSending: Self { Self(.invitationSending) }
}

extension TypedRoute where Caller == ForPlayers, Body == LinkRequest {
    package static var linkMaking: Self { Self(.linkMaking) }
}

extension TypedRoute where Caller == ForPlayers, Body == LinkSecretRequest {
    package static var linkAcceptance: Self { Self(.linkAcceptance) }
}

extension TypedRoute where Caller == ForPlayers, Body == BlockRequest {
    package static var blocking: Self { Self(.blocking) }
}

extension TypedRoute where Caller == ForPlayers, Body == TopUpRequest {
    package static var appStoreTopUp: Self { Self(.appStoreTopUp) }
}

extension TypedRoute where Caller == ForPlayers, Body == PurchaseRequest {
    /// An order in its plain form is read without the decoder, which takes much longer.
    package static var purchase: Self {
        Self(route: .purchase) { try PurchaseRequest(plain: $0) ?? WireJSON.decode(PurchaseRequest.self, $0) }
    }
}

extension TypedRoute where Caller == ForAdmins, Body == NoBody {
    package static var adminPlayers: Self { Self(.adminPlayers) }
    package static var adminPlayer: Self { Self(.adminPlayer) }
    package static var adminInventory: Self { Self(.adminInventory) }
    package static var adminPurchases: Self { Self(.adminPurchases) }
    package static var adminJournal: Self { Self(.adminJournal) }
    package static var adminPurchase: Self { Self(.adminPurchase) }
    package static var adminItemPurchases: Self { Self(.adminItemPurchases) }
    package static var adminListingPurchases: Self { Self(.adminListingPurchases) }
    package static var adminInvitations: Self { Self(.adminInvitations) }
    package static var adminAudit: Self { Self(.adminAudit) }
    package static var adminSales: Self { Self(.adminSales) }
    package static var adminFuture: Self { Self(.adminFuture) }
    package static var adminPlan: Self { Self(.adminPlan) }
    package static var adminWithdrawals: Self { Self(.adminWithdrawals) }
    package static var adminPauses: Self { Self(.adminPauses) }
    package static var contentVersions: Self { Self(.contentVersions) }
    package static var contentVersion: Self { Self(.contentVersion) }
    package static var contentFiles: Self { Self(.contentFiles) }
    package static var contentDifference: Self { Self(.contentDifference) }
    package static var contentItems: Self { Self(.contentItems) }
    package static var contentReload: Self { Self(.contentReload) }
    package static var contentDrafts: Self { Self(.contentDrafts) }
    package static var contentDraft: Self { Self(.contentDraft) }
    package static var contentDraftDeletion: Self { Self(.contentDraftDeletion) }
    package static var adminFiles: Self { Self(.adminFiles) }
    package static var adminPicture: Self { Self(.adminPicture) }
    package static var pictureRemovals: Self { Self(.pictureRemovals) }
    package static var adminPacks: Self { Self(.adminPacks) }
    package static var adminPack: Self { Self(.adminPack) }
    package static var packBundle: Self { Self(.packBundle) }
    package static var packRelease: Self { Self(.packRelease) }
    package static var packDifference: Self { Self(.packDifference) }
}

extension TypedRoute where Caller == ForAdmins, Body == ByteBody {
    package static var pictureMaster: Self { Self(.pictureMaster) }
    package static var packBundleSending: Self { Self(.packBundleSending) }
}

extension TypedRoute where Caller == ForAdmins, Body == PostingRequest {
    package static var adminPosting: Self { Self(.adminPosting) }
}

extension TypedRoute where Caller == ForAdmins, Body == ReversalRequest {
    package static var adminReversal: Self { Self(.adminReversal) }
}

extension TypedRoute where Caller == ForAdmins, Body == InvitationsEndRequest {
    package static var adminInvitationsEnd: Self { Self(.adminInvitationsEnd) }
}

extension TypedRoute where Caller == ForAdmins, Body == SignedReceipt {
    package static var adminReceipt: Self { Self(.adminReceipt) }
}

extension TypedRoute where Caller == ForAdmins, Body == PlanChangeRequest {
    package static var adminPlanChange: Self { Self(.adminPlanChange) }
    package static var adminPlanTrial: Self { Self(.adminPlanTrial) }
}

extension TypedRoute where Caller == ForAdmins, Body == WithdrawalRequest {
    package static var adminWithdrawal: Self { Self(.adminWithdrawal) }
}

extension TypedRoute where Caller == ForAdmins, Body == PauseRequest {
    package static var adminPause: Self { Self(.adminPause) }
}

extension TypedRoute where Caller == ForAdmins, Body == ReplacementRequest {
    package static var adminReplacement: Self { Self(.adminReplacement) }
}

extension TypedRoute where Caller == ForAdmins, Body == RedrawRequest {
    package static var adminRedraw: Self { Self(.adminRedraw) }
}

extension TypedRoute where Caller == ForAdmins, Body == ContentPublicationRequest {
    package static var contentPublication: Self { Self(.contentPublication) }
}

extension TypedRoute where Caller == ForAdmins, Body == ContentRollBackRequest {
    package static var contentRollBack: Self { Self(.contentRollBack) }
}

extension TypedRoute where Caller == ForAdmins, Body == ContentTrialRequest {
    package static var contentTrial: Self { Self(.contentTrial) }
}

extension TypedRoute where Caller == ForAdmins, Body == ContentCancellationRequest {
    package static var contentCancellation: Self { Self(.contentCancellation) }
}

extension TypedRoute where Caller == ForAdmins, Body == ContentDraftRequest {
    package static var contentDraftChange: Self { Self(.contentDraftChange) }
}

extension TypedRoute where Caller == ForAdmins, Body == ContentDraftPublicationRequest {
    package static var contentDraftPublication: Self { Self(.contentDraftPublication) }
}

extension TypedRoute where Caller == ForAdmins, Body == MissingPicturesRequest {
    package static var missingPictures: Self { Self(.missingPictures) }
}

extension TypedRoute where Caller == ForAdmins, Body == PictureRemovalRequest {
    package static var pictureRemoval: Self { Self(.pictureRemoval) }
}

extension TypedRoute where Caller == ForAdmins, Body == MissingBundlesRequest {
    package static var missingBundles: Self { Self(.missingBundles) }
}

extension TypedRoute where Caller == ForAdmins, Body == PackMoveRequest {
    package static var packMove: Self { Self(.packMove) }
}

extension TypedRoute where Caller == ForDesk, Body == DeskSignIn {
    package static var deskSignIn: Self { Self(.deskSignIn) }
}
