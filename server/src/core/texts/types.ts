// Generated from locales/en by `npm run generate`.
// biome-ignore-all format: one line holds several keys.

/** Texts without arguments. */
type Plain<Key extends string> = Readonly<Record<Key, string>>;
/** Texts with arguments. */
type With<Values> = (values: Readonly<Values>) => string;

/** By area. A text without arguments is a string, one with arguments a function of them. */
export interface Texts {
  readonly account: Plain<
    | 'confirmsPassword' | 'confirmsRemovePassword' | 'confirmsDevice' | 'confirmsRemoveDevice'
    | 'confirmsCodes' | 'selfAbout' | 'role' | 'inProjects' | 'looks' | 'looksAbout' | 'numbers'
    | 'asLanguage' | 'zone' | 'asBrowser' | 'rename' | 'renameAction' | 'made' | 'remove' | 'removeAction'
    | 'sessions' | 'sessionsAbout' | 'device' | 'unknownDevice' | 'seen' | 'thisOne' | 'endTitle' | 'endAll'
    | 'endAllTitle' | 'endAllWhat' | 'ended' | 'tokens' | 'tokensAbout' | 'noTokens' | 'makeToken'
    | 'newToken' | 'theToken' | 'tokenWhat' | 'tokenName' | 'may' | 'until' | 'everywhere' | 'endTokenWhat'
    | 'passkeys' | 'passkeysAbout' | 'noPasskeys' | 'addPasskey' | 'makePasskey' | 'passkeyName'
    | 'passkeyNameHint' | 'synced' | 'oneDevice' | 'removePasskeyWhat' | 'noPassword' | 'passwordIsSet'
    | 'passwordHint' | 'again' | 'notTheSame' | 'setPassword' | 'changePassword' | 'removePassword'
    | 'removePasswordWhat' | 'codes' | 'noCodes' | 'addDevice' | 'removeDevice' | 'removeDeviceWhat'
    | 'renewCodes' | 'renewWhat' | 'recoveryCodes' | 'theCodes' | 'recoveryWhat' | 'scan' | 'qr' | 'orType'
    | 'codeShown' | 'confirmDevice' | 'passkey' | 'passwordWithCodes' | 'ratherPassword' | 'setUpWhat'
  > & {
    readonly confirmsPasskey: With<{ name: string }>;
    readonly confirmsRemovePasskey: With<{ name: string }>;
    readonly confirmsToken: With<{ may: string; name: string; where: string }>;
    readonly renameWhom: With<{ name: string }>;
    readonly removeWhom: With<{ name: string }>;
    readonly endWhat: With<{ device: string }>;
    readonly endToken: With<{ name: string }>;
    readonly codesLeft: With<{ left: number }>;
    readonly setUpTitle: With<{ name: string }>;
    readonly notices: Plain<
      | 'notices' | 'noticesAbout' | 'noEmail' | 'noServer' | 'tellMe' | 'save' | 'saved'
      | 'deposits_unmatched' | 'withdrawals_for_approval' | 'withdrawals_on_hold' | 'withdrawals_failed'
      | 'invoices_unresolved' | 'channel_payments_held' | 'callbacks_given_up' | 'alarms' | 'hot_wallets_low'
      | 'chains_unread'
    >;
  };
  readonly alarms: Plain<
    | 'kind' | 'raised' | 'alarmFacts' | 'stands' | 'which' | 'alsoCleared' | 'empty' | 'note' | 'noteTitle'
    | 'noteAction' | 'clear' | 'clearTitle' | 'clearAction' | 'destinationTitle' | 'destinationEmpty'
    | 'destination' | 'how' | 'repeated' | 'test' | 'add' | 'addAction' | 'destinationKind' | 'nameHint'
    | 'address' | 'chat' | 'url' | 'token' | 'secretHint' | 'language' | 'repeatHint' | 'secretMade' | 'last'
    | 'disable' | 'disableTitle' | 'disableAction' | 'enable' | 'enableTitle' | 'enableAction' | 'removeTitle'
    | 'removeAction'
  > & {
    readonly knownBy: With<{ name: string; note: string }>;
    readonly noteWhat: With<{ kind: string }>;
    readonly clearWhat: With<{ kind: string }>;
    readonly addConfirms: With<{ name: string }>;
    readonly disableWhat: With<{ name: string }>;
    readonly enableWhat: With<{ name: string }>;
    readonly removeWhat: With<{ name: string }>;
    readonly repeat: With<{ minutes: number }>;
    readonly testTaken: With<{ milliseconds: number }>;
    readonly testFailed: With<{ said: string }>;
    readonly facts: Plain<
      | 'subject' | 'reason' | 'coin' | 'txid' | 'first_txid' | 'spent_by' | 'height' | 'block_at' | 'backup'
      | 'made_at' | 'stored_until' | 'history' | 'address' | 'amount' | 'fee' | 'budget' | 'lost' | 'limit'
      | 'lacking' | 'claimed' | 'gained' | 'booked' | 'before' | 'now' | 'cause' | 'code' | 'message'
      | 'purpose' | 'invariant' | 'facts' | 'project_id' | 'deposit_id' | 'delivery_id' | 'invoice_id'
      | 'channel_payment_id' | 'withdrawal_id' | 'withdrawal_ids' | 'completed_before' | 'transfer_id'
      | 'owner_type' | 'owner_id' | 'category' | 'commitment' | 'is_credited' | 'ahead_milliseconds' | 'yes'
      | 'no'
    >;
    readonly destinationKinds: Plain<
      | 'mail' | 'webhook' | 'slack' | 'telegram'
    >;
    readonly repeatHours: With<{ hours: number }>;
  };
  readonly alerts: Plain<
    | 'test' | 'testText' | 'newAlerts' | 'openAlerts' | 'resolvedAlerts' | 'byHand' | 'todo' | 'acknowledge'
  > & {
    readonly raised: With<{ count: number }>;
    readonly repeated: With<{ count: number }>;
    readonly resolved: With<{ count: number }>;
    readonly severity: Plain<
      | 'critical' | 'warning'
    >;
    readonly more: With<{ count: number }>;
    readonly since: With<{ time: string }>;
    readonly until: With<{ time: string }>;
    readonly titles: Plain<
      | 'clock_wrong' | 'callback_given_up' | 'node_silent' | 'node_behind' | 'backup_old' | 'backup_failed'
      | 'wal_not_stored' | 'backup_place_claimed' | 'node_not_used' | 'return_refused' | 'deposit_reversed'
      | 'deposit_changed' | 'payment_without_transaction' | 'token_received' | 'token_paid_less'
      | 'token_unmeasured' | 'audit' | 'insolvent' | 'declaration_old' | 'network_fees_lost'
      | 'payouts_stopped' | 'hot_wallet_short' | 'gas_short' | 'payouts_await_final' | 'payee_refuses'
      | 'spent_elsewhere' | 'transfer_changed' | 'transfer_failed_on_chain' | 'transfer_moved_otherwise'
      | 'transfer_refused' | 'numbers_held_up' | 'signer_refused' | 'no_signer' | 'quarantine'
      | 'unknown_spend' | 'database_went_back' | 'database_moved' | 'cancelled_but_paid'
    >;
    readonly advice: Plain<
      | 'clock_wrong' | 'callback_given_up' | 'node_silent' | 'node_behind' | 'backup_old' | 'backup_failed'
      | 'wal_not_stored' | 'backup_place_claimed' | 'node_not_used' | 'return_refused' | 'deposit_reversed'
      | 'deposit_changed' | 'payment_without_transaction' | 'token_received' | 'token_paid_less'
      | 'token_unmeasured' | 'audit' | 'insolvent' | 'declaration_old' | 'network_fees_lost'
      | 'payouts_stopped' | 'hot_wallet_short' | 'gas_short' | 'payouts_await_final' | 'payee_refuses'
      | 'spent_elsewhere' | 'transfer_changed' | 'transfer_failed_on_chain' | 'transfer_moved_otherwise'
      | 'transfer_refused' | 'numbers_held_up' | 'signer_refused' | 'no_signer' | 'quarantine'
      | 'unknown_spend' | 'database_went_back' | 'database_moved' | 'cancelled_but_paid'
    >;
  };
  readonly balances: Plain<
    | 'title' | 'all' | 'empty' | 'held' | 'arriving' | 'leaving' | 'exchange' | 'confirmTitle' | 'give'
    | 'get' | 'isGiven' | 'isGot' | 'quote' | 'over' | 'change' | 'again' | 'back' | 'month' | 'opening'
    | 'closing' | 'booked' | 'noLines' | 'inUtc'
  > & {
    readonly holdsFor: With<{ seconds: number }>;
    readonly commit: With<{ given: string; got: string }>;
    readonly confirms: With<{ given: string; got: string }>;
    readonly statement: With<{ currency: string }>;
  };
  readonly books: Plain<
    | 'title' | 'audit' | 'auditAbout' | 'nothingFound' | 'wrong' | 'doFound' | 'ownCoins' | 'invariant'
    | 'foundAt' | 'moreFound' | 'whole' | 'notEnded' | 'proven' | 'provenAt' | 'notYet' | 'thisRound' | 'due'
    | 'done' | 'moreProjects' | 'solvency' | 'solvencyAbout' | 'nothingOwed' | 'currency' | 'owed'
    | 'inWallets' | 'declared' | 'rest' | 'whenPaidOut' | 'noRates' | 'declarations' | 'noDeclarations'
    | 'when' | 'declare' | 'declareAction' | 'declareWhat' | 'amountHint'
  > & {
    readonly counted: With<{ count: number }>;
  };
  readonly callbacks: Plain<
    | 'endpoints' | 'noEndpoints' | 'endpoint' | 'actions' | 'log' | 'object' | 'event' | 'attempts' | 'next'
    | 'empty' | 'filtered' | 'test' | 'add' | 'addAction' | 'addWhat' | 'change' | 'changeAction'
    | 'changeWhat' | 'secretMade' | 'disableTitle' | 'disableAction' | 'enableTitle' | 'enableAction'
    | 'rotate' | 'rotateTitle' | 'rotateAction' | 'finish' | 'finishTitle' | 'finishAction' | 'resendFailed'
    | 'resendFailedTitle' | 'resendFailedAction' | 'resendSince' | 'resendFailedWhat' | 'delivery' | 'answers'
    | 'noAttempt' | 'resend'
  > & {
    readonly setConfirms: With<{ url: string }>;
    readonly disableWhat: With<{ url: string }>;
    readonly enableWhat: With<{ url: string }>;
    readonly rotateWhat: With<{ url: string }>;
    readonly rotateConfirms: With<{ url: string }>;
    readonly finishConfirms: With<{ url: string }>;
    readonly finishWhat: With<{ url: string }>;
    readonly attempt: With<{ n: number; outcome: string }>;
    readonly answer: With<{ n: number }>;
    readonly failures: Plain<
      | 'refused_url' | 'refused_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol'
    >;
  };
  readonly channels: Plain<
    | 'title' | 'channel' | 'create' | 'empty' | 'filtered' | 'nonePaid' | 'paidIn' | 'account' | 'payments'
    | 'noPayments' | 'paid' | 'why' | 'illicit_resource' | 'channel_disabled' | 'seen' | 'disableTitle'
    | 'disableAction' | 'enableTitle' | 'enableAction' | 'heldTitle'
  > & {
    readonly disableWhat: With<{ name: string }>;
    readonly enableWhat: With<{ name: string }>;
  };
  readonly common: Plain<
    | 'cancel' | 'close' | 'retry' | 'more' | 'clear' | 'any' | 'copied' | 'reason' | 'reasonHint'
    | 'navigation' | 'openNavigation' | 'skip' | 'project' | 'instance' | 'noProjects' | 'search'
    | 'searchHint' | 'frameFound' | 'searching' | 'nothingFound' | 'screens' | 'account' | 'signOut'
    | 'ownAccount' | 'keys' | 'keySearch' | 'keyList' | 'keyClose' | 'sandbox' | 'notFound' | 'notFoundTitle'
    | 'failedTitle' | 'home' | 'frameLoading' | 'reload' | 'coin' | 'noneFound' | 'heldAmounts' | 'fee'
    | 'networkFee' | 'arrives' | 'notPossible' | 'releaseNow' | 'onlyCustomer' | 'noAddress' | 'sums' | 'paid'
    | 'held' | 'nothing' | 'invoices' | 'reference' | 'status' | 'price' | 'pay' | 'created' | 'asTable'
    | 'period' | 'title' | 'why' | 'passkey' | 'password' | 'code' | 'confirm' | 'yes' | 'once' | 'kept'
    | 'from' | 'to' | 'address' | 'decidePaid' | 'received' | 'release' | 'sendBack' | 'releaseTitle'
    | 'releaseWhat' | 'returnTitle' | 'returnWhat' | 'addressHint' | 'invitationTitle' | 'link' | 'until'
    | 'invite' | 'makeLink' | 'name' | 'nameHint' | 'email' | 'emailHint' | 'looksLike' | 'rest' | 'limit'
    | 'alarms' | 'change' | 'secret' | 'remove' | 'balances' | 'currency' | 'available' | 'balance' | 'amount'
    | 'meaning' | 'rate' | 'what' | 'description' | 'csv' | 'xlsx' | 'where' | 'neverUsed' | 'declared'
    | 'callbacks' | 'made' | 'disable' | 'enable' | 'customer' | 'referenceBegins' | 'optional' | 'page'
    | 'channelOff' | 'transaction' | 'noneHeld' | 'risk' | 'decide' | 'value' | 'id' | 'valuedIn' | 'flows'
    | 'when' | 'money' | 'network' | 'books' | 'notKnown' | 'addressOfXrp' | 'mailBegins' | 'open' | 'field'
    | 'before' | 'after' | 'key' | 'used' | 'state' | 'since' | 'removeAction' | 'verdict' | 'rule'
    | 'attempts' | 'withdrawal' | 'on' | 'day' | 'month' | 'type' | 'no' | 'end' | 'endAction'
  > & {
    readonly labelled: With<{ label: string; value: string }>;
    readonly copy: With<{ what: string }>;
    readonly loading: With<{ what: string }>;
    readonly failed: With<{ what: string }>;
    readonly request: With<{ id: string }>;
    readonly shown: With<{ rows: number }>;
    readonly signedInAs: With<{ name: string }>;
    readonly newest: With<{ count: string }>;
    readonly eventInvoice: With<{ reference: string }>;
    readonly confirms: With<{ what: string }>;
    readonly releaseSum: With<{ sum: string }>;
    readonly returnSum: With<{ sum: string }>;
    readonly returnConfirms: With<{ address: string; sum: string }>;
    readonly give: With<{ name: string }>;
    readonly mailed: With<{ name: string }>;
    readonly seen: With<{ name: string }>;
    readonly isAvailable: With<{ amount: string }>;
    readonly sendConfirms: With<{ address: string; sum: string }>;
    readonly errors: Plain<
      | 'unexpected' | 'unreachable' | 'passkey_given_up' | 'not_proven'
    >;
    readonly looksChoice: Plain<
      | 'language' | 'theme' | 'light' | 'dark' | 'auto'
    >;
    readonly statuses: {
      readonly alarm: Plain<
        | 'stands' | 'known' | 'cleared'
      >;
      readonly destination: Plain<
        | 'unused' | 'well' | 'failing' | 'off'
      >;
      readonly channelPayment: Plain<
        | 'pending' | 'on_hold' | 'completed' | 'refunded' | 'cancelled'
      >;
      readonly deposit: Plain<
        | 'pending' | 'on_hold' | 'completed' | 'refunded' | 'attached'
      >;
      readonly invoice: Plain<
        | 'new' | 'completed' | 'unresolved' | 'refunded' | 'cancelled'
      >;
      readonly invoiceContext: Plain<
        | 'overpaid' | 'underpaid' | 'paid_late' | 'illicit_resource'
      >;
      readonly withdrawal: Plain<
        | 'new' | 'pending' | 'on_hold' | 'processing' | 'sent' | 'completed' | 'failed' | 'cancelled'
      >;
      readonly delivery: Plain<
        | 'pending' | 'delivered' | 'failed'
      >;
      readonly endpoint: Plain<
        | 'enabled' | 'disabled'
      >;
      readonly correction: Plain<
        | 'requested' | 'booked' | 'approved' | 'refused'
      >;
      readonly check: Plain<
        | 'fine' | 'wrong'
      >;
      readonly chain: Plain<
        | 'pending' | 'confirmed' | 'dropped' | 'reversed' | 'reserved' | 'signed' | 'broadcast' | 'replaced'
        | 'dead' | 'completed'
      >;
      readonly journalOutcome: Plain<
        | 'begun' | 'done' | 'refused' | 'failed'
      >;
      readonly key: Plain<
        | 'in_force' | 'revoked'
      >;
      readonly user: Plain<
        | 'active' | 'invited' | 'undelivered' | 'disabled'
      >;
      readonly ruleOutcome: Plain<
        | 'allow' | 'hold' | 'refuse'
      >;
      readonly requestOutcome: Plain<
        | 'succeeded' | 'refused' | 'failed'
      >;
      readonly network: Plain<
        | 'read' | 'behind' | 'old' | 'silent' | 'not_yet'
      >;
      readonly rate: Plain<
        | 'in_force' | 'stale' | 'jumped' | 'missing'
      >;
      readonly work: Plain<
        | 'runs' | 'rests' | 'fails'
      >;
      readonly signer: Plain<
        | 'signs' | 'away' | 'none'
      >;
      readonly subscription: Plain<
        | 'active' | 'cancelled'
      >;
      readonly unmatched: Plain<
        | 'unmatched'
      >;
    };
    readonly nodeCauses: Plain<
      | 'silent' | 'wrong_network' | 'behind' | 'other_branch'
    >;
    readonly stopCauses: Plain<
      | 'person' | 'reversed_deposit' | 'broken_books'
    >;
    readonly amounts: {
      readonly readAs: With<{ amount: string }>;
      readonly ambiguous: With<{
        larger: string;
        largerTyped: string;
        smaller: string;
        smallerTyped: string;
        text: string;
      }>;
      readonly notAnAmount: With<{ example: string; text: string }>;
    };
    readonly referenceTypes: Plain<
      | 'BankDeposit' | 'BankWithdrawal' | 'ChannelPayment' | 'CoinDeposit' | 'CoinWithdrawal'
      | 'ExchangeTransfer' | 'Invoice' | 'InvoiceRefund' | 'ManualBalanceTransaction'
    >;
    readonly riskText: Plain<
      | 'low' | 'medium' | 'high' | 'sanctions' | 'block_list' | 'allow_list' | 'unknown'
    > & {
      readonly ofTen: With<{ level: string; score: string }>;
    };
    readonly history: Plain<
      | 'title' | 'nothing' | 'older' | 'createCustomer' | 'updateCustomer' | 'createSubscription'
      | 'cancelSubscription'
    > & {
      readonly byWhom: With<{ actor: string; what: string }>;
      readonly callback: With<{ event: string }>;
    };
    readonly permissions: Plain<
      | 'read' | 'inspect' | 'configure' | 'secrets' | 'rules' | 'approve' | 'payout' | 'money' | 'operate'
      | 'team' | 'write'
    >;
    readonly roleNames: Plain<
      | 'owner' | 'operator' | 'auditor' | 'admin' | 'finance' | 'support' | 'developer' | 'approver'
      | 'viewer'
    >;
    readonly roleDuties: Plain<
      | 'owner' | 'operator' | 'auditor' | 'admin' | 'finance' | 'support' | 'developer' | 'approver'
      | 'viewer'
    >;
    readonly found: Plain<
      | 'invoice' | 'withdrawal' | 'deposit' | 'channel' | 'channel_payment' | 'customer' | 'subscription'
      | 'exchange' | 'callback' | 'project'
    >;
    readonly areas: Plain<
      | 'alarm' | 'balance' | 'book' | 'callback' | 'channel' | 'heldPayment' | 'correction' | 'customer'
      | 'health' | 'home' | 'inbox' | 'unmatched' | 'invoice' | 'key' | 'member' | 'people' | 'policy'
      | 'projectList' | 'settings' | 'instanceReport' | 'request' | 'risk' | 'network' | 'rate' | 'work'
      | 'stop' | 'subscription' | 'transaction' | 'wallet' | 'signer' | 'withdrawal' | 'journal'
      | 'projectReport'
    >;
    readonly groups: Plain<
      | 'sell' | 'money' | 'developers' | 'rules' | 'attention' | 'machinery' | 'people'
    >;
    readonly shownOf: With<{ rows: number; total: number }>;
  };
  readonly corrections: Plain<
    | 'title' | 'about' | 'empty' | 'filtered' | 'credit' | 'debit' | 'noValue' | 'requested' | 'decision'
    | 'approve' | 'refuse' | 'approveTitle' | 'refuseTitle' | 'refuseWhat'
  > & {
    readonly credits: With<{ project: string; sum: string }>;
    readonly debits: With<{ project: string; sum: string }>;
    readonly requestedBy: With<{ name: string; reason: string }>;
  };
  readonly customers: Plain<
    | 'title' | 'create' | 'filtered' | 'idBegins' | 'empty' | 'idHint' | 'currency' | 'address' | 'addresses'
    | 'addressesHint' | 'edit' | 'save' | 'replaces' | 'noAddress'
  > & {
    readonly confirms: With<{ customer: string; places: string }>;
    readonly editOf: With<{ id: string }>;
    readonly detail: Plain<
      | 'since' | 'payers' | 'onlyNamed' | 'noAddress' | 'invoices' | 'noInvoices' | 'channels' | 'noChannels'
      | 'payments' | 'noPayments' | 'noneFound' | 'name' | 'status' | 'paidIn' | 'address' | 'amount'
      | 'credited' | 'why' | 'illicit_resource' | 'channel_disabled' | 'decide' | 'channel' | 'seen'
      | 'eventCreated' | 'eventPaid'
    >;
  };
  readonly health: Plain<
    | 'title' | 'about' | 'again' | 'check' | 'found' | 'versions' | 'migration'
  >;
  readonly home: Plain<
    | 'title' | 'allProjects' | 'moneyIn' | 'moneyOut' | 'notWhole' | 'made' | 'paid' | 'expired'
    | 'wholeTill' | 'needs' | 'noNeeds' | 'noTotal' | 'noBalances' | 'currency' | 'onItsWay' | 'arriving'
    | 'latest' | 'nothingYet' | 'deposits_unmatched' | 'withdrawals_for_approval' | 'withdrawals_on_hold'
    | 'withdrawals_failed' | 'invoices_unresolved' | 'invoices_illicit' | 'channel_payments_held'
    | 'callbacks_given_up' | 'payout_stops' | 'corrections_for_approval' | 'chains_unread' | 'quarantines'
    | 'hot_wallets_low' | 'alarms_untold' | 'rates_stale'
  > & {
    readonly inAndOut: With<{ currency: string }>;
    readonly conversion: With<{ expired: number; made: number; paid: number }>;
    readonly events: Plain<
      | 'Subscription' | 'created' | 'transaction_created' | 'transaction_confirmed' | 'status_changed'
      | 'recalculated' | 'refunded' | 'completed' | 'on_hold' | 'cancelled' | 'attached' | 'paid' | 'test'
    >;
  };
  readonly inbox: Plain<
    | 'title' | 'titleOfAll' | 'back' | 'empty' | 'filtered' | 'why' | 'owner' | 'seen' | 'nobody'
    | 'ownInvoice' | 'ownChannel' | 'cameTo' | 'note' | 'operatorDecides' | 'notYet' | 'likely' | 'noLikely'
    | 'credit' | 'attach' | 'exact' | 'history' | 'late' | 'surplus' | 'channel_payment_over' | 'no_tag'
    | 'unknown_tag' | 'unknown_address' | 'other_network' | 'other_asset' | 'below_minimum' | 'reasonHint'
    | 'choose' | 'feeOfProject' | 'networkFee' | 'notPossible' | 'creditTitle' | 'creditWhat' | 'creditAction'
    | 'sendBackTitle' | 'sendBackWhat' | 'useKnown' | 'attachTitle' | 'attachWhat' | 'to' | 'itsId'
    | 'otherInvoice' | 'otherChannel'
  > & {
    readonly attachTo: With<{ name: string }>;
    readonly creditConfirms: With<{ sum: string }>;
    readonly attachSum: With<{ sum: string }>;
    readonly attachConfirms: With<{ sum: string; what: string }>;
    readonly channelOf: With<{ id: string }>;
    readonly invoiceOf: With<{ asks: string; name: string }>;
    readonly decisions: Plain<
      | 'credited' | 'attached' | 'sent_back' | 'released' | 'returned_to_inbox'
    >;
    readonly decided: Plain<
      | 'which' | 'waiting' | 'decided' | 'decision' | 'at' | 'because' | 'deposit' | 'empty'
    >;
  };
  readonly invoices: Plain<
    | 'title' | 'invoice' | 'create' | 'created' | 'paid' | 'why' | 'subscription' | 'empty' | 'filtered'
    | 'back' | 'expires' | 'openPage' | 'copyLink' | 'timeline' | 'eventCreated' | 'eventConfirmed'
    | 'eventConfirms' | 'eventAssessed' | 'eventAssesses' | 'eventGone' | 'eventInInbox' | 'eventConverted'
    | 'eventCredited' | 'eventFee' | 'eventPaid' | 'eventRefunded' | 'eventWaits' | 'eventExpired'
    | 'eventCompleted' | 'eventUnresolved' | 'refunds' | 'currency' | 'coin' | 'ask' | 'payerTitle' | 'how'
    | 'resolveTitle' | 'operatorFirst' | 'refundAccount' | 'refundAddress' | 'recalculate' | 'release'
    | 'releaseTitle' | 'releaseAction' | 'releaseWhat' | 'refundTitle' | 'accountWhat' | 'addressWhat'
    | 'excessWhat' | 'goesBack' | 'credited' | 'settled' | 'settledFee' | 'networkFee' | 'notPossible'
    | 'recalculateTitle' | 'recalculateWhat' | 'askedBefore' | 'priceBefore' | 'priceNow' | 'over' | 'again'
    | 'offer'
  > & {
    readonly eventCalledBack: With<{ event: string }>;
    readonly payments: With<{ count: number }>;
    readonly picture: With<{ address: string; amount: string }>;
    readonly refundSum: With<{ sum: string }>;
    readonly refundConfirms: With<{ sum: string }>;
    readonly settleSum: With<{ sum: string }>;
    readonly settleConfirms: With<{ sum: string }>;
    readonly releaseConfirms: With<{ invoice: string; sum: string }>;
    readonly offerConfirms: With<{ invoice: string; sum: string }>;
    readonly left: With<{ seconds: number }>;
  };
  readonly journal: Plain<
    | 'title' | 'who' | 'object' | 'objectId' | 'outcome' | 'more' | 'empty' | 'filtered' | 'face' | 'address'
    | 'stepUp' | 'code' | 'problems' | 'input' | 'changes' | 'export'
  > & {
    readonly interfaces: Plain<
      | 'cli' | 'screen' | 'api'
    >;
    readonly kinds: Plain<
      | 'system_user' | 'user' | 'token'
    >;
    readonly credentials: Plain<
      | 'link' | 'passkey' | 'password' | 'password_and_code' | 'recovery_code' | 'oidc'
    >;
    readonly objects: Plain<
      | 'address' | 'alarm' | 'alarm_destination' | 'api_key' | 'approver' | 'channel' | 'channel_payment'
      | 'coin' | 'customer' | 'correction' | 'currency' | 'delivery' | 'deposit' | 'endpoint' | 'exchange'
      | 'invoice' | 'member' | 'passkey' | 'payout_stop' | 'personal_token' | 'policy' | 'project'
      | 'project_settings' | 'session' | 'subscription' | 'transaction' | 'user' | 'withdrawal'
    >;
  };
  readonly keys: Plain<
    | 'title' | 'empty' | 'create' | 'made' | 'nameHint' | 'theKey' | 'may' | 'read' | 'write' | 'payout'
    | 'from' | 'fromHint' | 'anywhere' | 'version' | 'madeAt' | 'once' | 'revoke' | 'revokeTitle'
    | 'revokeAction'
  > & {
    readonly by: With<{ name: string }>;
    readonly bySystem: With<{ name: string }>;
    readonly createConfirms: With<{ may: string; name: string }>;
    readonly revokeConfirms: With<{ name: string }>;
    readonly revokeWhat: With<{ key: string; name: string }>;
  };
  readonly members: Plain<
    | 'title' | 'empty' | 'roles' | 'changeAction' | 'save' | 'link' | 'linkWhat'
  > & {
    readonly rolesOf: With<{ name: string }>;
    readonly linkTitle: With<{ name: string }>;
    readonly removeTitle: With<{ name: string }>;
    readonly removeWhat: With<{ name: string }>;
    readonly confirms: With<{ name: string; roles: string }>;
  };
  readonly 'payment-page': Plain<
    | 'payment' | 'testNetwork' | 'sendExactly' | 'sendRemaining' | 'sendAny' | 'language' | 'merchant'
    | 'contact' | 'rate' | 'price' | 'amount' | 'network' | 'created' | 'payBefore' | 'expired'
    | 'oneMinuteLeft' | 'openInWallet' | 'address' | 'copy' | 'copyAddress' | 'copyAmount' | 'copied'
    | 'copyFailed' | 'received' | 'remaining' | 'confirmed' | 'transactions' | 'refresh' | 'connectionLost'
  > & {
    readonly timeLeft: With<{ time: string }>;
    readonly qrLabel: With<{ target: string }>;
    readonly copyTag: With<{ name: string }>;
    readonly onlyThisCoin: With<{ currency: string; network: string }>;
    readonly exchangeFee: With<{ amount: string }>;
    readonly tagNeeded: With<{ name: string }>;
    readonly confirmations: With<{ needed: number; seen: number }>;
    readonly viewTransaction: With<{ txid: string }>;
    readonly returnTo: With<{ host: string }>;
    readonly redirecting: With<{ host: string }>;
    readonly channelReady: Plain<
      | 'title' | 'text'
    >;
    readonly underpaidExpired: Plain<
      | 'title'
    > & {
      readonly text: With<{ currency: string }>;
    };
    readonly notFound: Plain<
      | 'title' | 'text'
    >;
    readonly tooManyRequests: Plain<
      | 'title' | 'text'
    >;
    readonly unavailable: Plain<
      | 'title' | 'text'
    >;
    readonly subscription: Plain<
      | 'interval' | 'nextFrom' | 'viewPayment'
    > & {
      readonly payWith: With<{ coin: string }>;
      readonly choose: Plain<
        | 'title' | 'text'
      >;
      readonly started: Plain<
        | 'title' | 'text'
      >;
      readonly paid: Plain<
        | 'title' | 'text'
      >;
      readonly ended: Plain<
        | 'title' | 'text'
      >;
    };
    readonly till: Plain<
      | 'status' | 'payments' | 'payouts' | 'rates' | 'callbacks' | 'asOf'
    > & {
      readonly works: Plain<
        | 'title' | 'text'
      >;
      readonly delayed: Plain<
        | 'title' | 'text'
      >;
      readonly disturbed: Plain<
        | 'title' | 'text'
      >;
      readonly partStatus: Plain<
        | 'up' | 'delayed' | 'paused' | 'down'
      >;
    };
    readonly refund: Plain<
      | 'title' | 'fees' | 'status' | 'prepared' | 'failed' | 'onItsWay' | 'confirmed' | 'withMerchant' | 'to'
      | 'transaction' | 'copyTxid' | 'excess' | 'askMerchant' | 'askWhy'
    > & {
      readonly notSent: Plain<
        | 'title' | 'text'
      >;
    };
    readonly status: {
      readonly waiting: Plain<
        | 'title' | 'text'
      >;
      readonly underpaid: Plain<
        | 'title' | 'text'
      >;
      readonly confirming: Plain<
        | 'title' | 'text'
      >;
      readonly paid: Plain<
        | 'title' | 'text'
      >;
      readonly overpaid: Plain<
        | 'title' | 'text'
      >;
      readonly late: Plain<
        | 'title' | 'text'
      >;
      readonly expired: Plain<
        | 'title' | 'text'
      >;
      readonly on_hold: Plain<
        | 'title' | 'text'
      >;
      readonly refunded: Plain<
        | 'title' | 'text'
      >;
      readonly cancelled: Plain<
        | 'title' | 'text'
      >;
      readonly disabled: Plain<
        | 'title' | 'text'
      >;
    };
  };
  readonly people: Plain<
    | 'title' | 'about' | 'empty' | 'role' | 'noRole' | 'noRoleHint' | 'changeAction' | 'setRole' | 'linkHint'
    | 'disable' | 'disableHint' | 'enable' | 'enableHint'
  > & {
    readonly changeWhom: With<{ name: string }>;
    readonly confirms: With<{ name: string; role: string }>;
    readonly confirmsLink: With<{ name: string }>;
  };
  readonly policy: Plain<
    | 'about' | 'builtIn' | 'unreadable' | 'when' | 'at' | 'outcome' | 'change' | 'history' | 'noHistory'
    | 'version' | 'note' | 'noteHint' | 'addresses' | 'noAddresses' | 'addAddress' | 'whose' | 'remove'
    | 'removeAction' | 'removeTitle' | 'editAbout' | 'document' | 'try' | 'wouldSay' | 'allowed' | 'held'
    | 'refused' | 'differing' | 'noDifference' | 'was' | 'wouldBe' | 'save' | 'confirms' | 'savedWith'
    | 'approverTitle' | 'approverAbout' | 'empty' | 'ownKey' | 'ownKeyHint' | 'approverChange' | 'add'
    | 'addAction' | 'addWhat' | 'code' | 'approverRemove' | 'approverRemoveTitle' | 'approverRemoveAction'
    | 'decisionTitle' | 'decisionEmpty' | 'filtered' | 'decisionWhen' | 'who' | 'details' | 'open'
  > & {
    readonly rules: With<{ count: number }>;
    readonly inForce: With<{ version: number }>;
    readonly versionTitle: With<{ version: string }>;
    readonly codeOf: With<{ name: string }>;
    readonly addConfirms: With<{ name: string }>;
    readonly removeConfirms: With<{ name: string }>;
    readonly removeWhat: With<{ name: string }>;
    readonly kindLabels: Plain<
      | 'amountAbove' | 'sumAbove' | 'countAbove' | 'coin' | 'key' | 'customer' | 'risk' | 'feeLevel'
      | 'destination' | 'destinationNewerThanHours' | 'looksLikeKnown' | 'beneficiaryMissing' | 'outsideHours'
    >;
    readonly partLabels: Plain<
      | 'amount' | 'count' | 'hours' | 'per' | 'from' | 'to' | 'days' | 'which'
    >;
    readonly choiceLabels: Plain<
      | 'project' | 'key' | 'customer' | 'coin' | 'destination' | 'low' | 'medium' | 'unknown' | 'slow'
      | 'average' | 'fast' | 'listed' | 'unlisted' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
    >;
    readonly sentences: Plain<
      | 'always' | 'allow' | 'refuse' | 'listed' | 'unlisted' | 'looksLike' | 'noBeneficiary' | 'everyDay'
    > & {
      readonly hold: With<{ people: number }>;
      readonly amountAbove: With<{ amount: string }>;
      readonly sumAbove: With<{ amount: string; hours: string; per: string }>;
      readonly countAbove: With<{ count: string; hours: string; per: string }>;
      readonly newer: With<{ hours: string }>;
      readonly outside: With<{ from: string; to: string }>;
      readonly coin: With<{ list: string }>;
      readonly key: With<{ list: string }>;
      readonly customer: With<{ list: string }>;
      readonly risk: With<{ list: string }>;
      readonly feeLevel: With<{ list: string }>;
    };
    readonly limits: Plain<
      | 'title' | 'none' | 'unused' | 'project' | 'key' | 'customer' | 'coin' | 'destination' | 'whole'
      | 'ofNone'
    > & {
      readonly window: With<{ count: number }>;
      readonly withdrawals: With<{ count: number }>;
      readonly percent: With<{ percent: number }>;
    };
    readonly decisionSteps: Plain<
      | 'policy_set' | 'approver_added' | 'approver_removed' | 'address_listed' | 'address_unlisted'
      | 'refused_by_rule' | 'approved' | 'released' | 'refused'
    >;
    readonly form: Plain<
      | 'ways' | 'form' | 'text' | 'noForm' | 'currency' | 'currencyHint' | 'timeZone' | 'timeZoneHint'
      | 'name' | 'note' | 'conditions' | 'always' | 'decides' | 'allow' | 'hold' | 'refuse' | 'approvals'
      | 'addRule' | 'newRule' | 'addCondition' | 'choose' | 'asWritten' | 'withCommas'
    > & {
      readonly rule: With<{ n: number }>;
      readonly up: With<{ name: string }>;
      readonly down: With<{ name: string }>;
      readonly removeRule: With<{ name: string }>;
      readonly removeCondition: With<{ what: string }>;
    };
    readonly warnings: {
      readonly approvals_unmet: With<{ present: number; wanted: number }>;
      readonly key_unknown: With<{ key: string }>;
    };
  };
  readonly projects: Plain<
    | 'title' | 'about' | 'empty' | 'create' | 'createWhat' | 'id' | 'made' | 'settings' | 'settingsAbout'
    | 'readOnly' | 'leastAbout' | 'noFees' | 'noLeast' | 'operation' | 'currency' | 'everyCurrency'
    | 'percent' | 'coin' | 'amount' | 'addFee' | 'addLeast' | 'remove' | 'unlessNothing' | 'notSet' | 'none'
    | 'off' | 'refund' | 'recalculate' | 'refund_to_customer' | 'hours' | 'minutes' | 'discard' | 'review'
    | 'saveTitle' | 'save' | 'setting'
  > & {
    readonly feesAbout: With<{ percent: string }>;
    readonly unless: With<{ value: string }>;
    readonly changed: With<{ count: number }>;
    readonly saveWhat: With<{ name: string }>;
    readonly saveConfirms: With<{ changes: string; name: string }>;
    readonly sectionTitles: Plain<
      | 'merchant' | 'resolutions' | 'tolerances' | 'withdrawals' | 'programs' | 'fees' | 'least'
    >;
    readonly feeNames: Plain<
      | 'default' | 'invoice' | 'channel' | 'refund' | 'recalculation' | 'credit' | 'withdrawal' | 'exchange'
    >;
  };
  readonly reasons: {
    readonly cancel: Plain<
      | 'too_dear' | 'price_over' | 'asked_by_merchant'
    >;
    readonly hold: Plain<
      | 'above_setting'
    > & {
      readonly looks_like_known: With<{ address: string }>;
      readonly maybe_paid: With<{ txid: string }>;
    };
    readonly payee: Plain<
      | 'account_missing' | 'tag_required' | 'xrp_unwanted' | 'not_authorised' | 'takes_no_payments'
      | 'unspendable' | 'token_contract' | 'below_dust'
    >;
    readonly rules: Plain<
      | 'looks_like_known' | 'everything_else' | 'above_setting'
    >;
    readonly signer: Plain<
      | 'no_answer' | 'no_seed' | 'socket_needed' | 'not_configured'
    > & {
      readonly no_socket: With<{ about: string }>;
      readonly socket_open: With<{ about: string }>;
      readonly connection_failed: With<{ about: string }>;
      readonly signer_error: With<{ about: string }>;
      readonly not_a_signer: With<{ about: string }>;
      readonly journal_cut: With<{ about: string }>;
    };
  };
  readonly reports: Plain<
    | 'title' | 'titleOfTill' | 'print' | 'by' | 'year' | 'nothing' | 'sales' | 'salesHint' | 'count'
    | 'received' | 'credited' | 'fees' | 'earned' | 'network' | 'networkHint' | 'charged' | 'paid' | 'spread'
    | 'spreadHint' | 'exchanged' | 'taken' | 'given' | 'losses' | 'lost' | 'restored' | 'owned' | 'arriving'
    | 'onItsWay' | 'owed' | 'inBooks' | 'solvency' | 'solvencyHint' | 'held' | 'rest' | 'now'
  > & {
    readonly time: With<{ from: string; to: string }>;
    readonly creditedIn: With<{ currency: string }>;
    readonly feesIn: With<{ currency: string }>;
    readonly networkIn: With<{ currency: string }>;
    readonly lossesIn: With<{ currency: string }>;
    readonly endsIn: With<{ currency: string }>;
    readonly solvencyIn: With<{ currency: string }>;
    readonly spreadIn: With<{ currency: string }>;
    readonly valueIn: With<{ currency: string }>;
    readonly ends: With<{ day: string }>;
  };
  readonly requests: Plain<
    | 'title' | 'lead' | 'what' | 'path' | 'answer' | 'problem' | 'problems' | 'rule' | 'requestId' | 'took'
    | 'more' | 'given' | 'noFields' | 'notKept' | 'empty' | 'filtered' | 'unsigned'
  > & {
    readonly ignored: With<{ names: string }>;
    readonly leftOut: With<{ count: number }>;
  };
  readonly risk: Plain<
    | 'title' | 'score' | 'scoreAction' | 'anAddress' | 'lists' | 'list' | 'blocked' | 'allowed' | 'despite'
    | 'note' | 'empty' | 'filtered' | 'block' | 'blockTitle' | 'blockAction' | 'blockWhat' | 'allow'
    | 'allowTitle' | 'allowAction' | 'allowWhat' | 'despiteHint' | 'removeTitle' | 'removeAction' | 'held'
    | 'heldWhat' | 'nothingHeld' | 'heldPayments' | 'inbox' | 'noPaymentHeld' | 'decidePayments' | 'paid'
    | 'invoice' | 'why' | 'highRisk' | 'open' | 'about' | 'choose' | 'long' | 'check' | 'mend' | 'text'
    | 'notOfAny'
  > & {
    readonly blockConfirms: With<{ address: string }>;
    readonly allowConfirms: With<{ address: string }>;
    readonly removeWhat: With<{ address: string }>;
    readonly line: With<{ number: string }>;
    readonly notOf: With<{ coin: string }>;
    readonly chosen: With<{ name: string }>;
    readonly take: With<{ count: number }>;
    readonly wrong: With<{ count: number }>;
    readonly progress: With<{ all: number; done: number }>;
    readonly found: With<{ fresh: number; ignored: number; known: number }>;
    readonly confirms: With<{ count: number; list: string }>;
    readonly notOfNoTag: With<{ coin: string }>;
  };
  readonly running: Plain<
    | 'networks' | 'networksAbout' | 'doSilent' | 'doBehind' | 'doOld' | 'doNotYet' | 'readUpTo' | 'nodeHas'
    | 'noAnswer' | 'behind' | 'final' | 'newestBlock' | 'looked' | 'fees' | 'noFees' | 'nodes' | 'used'
    | 'notUsed' | 'noPeers' | 'doPeers' | 'simulated' | 'rates' | 'ratesAbout' | 'fixed' | 'doRates'
    | 'currency' | 'price' | 'buy' | 'sell' | 'asOf' | 'sources' | 'work' | 'workAbout' | 'doWork'
    | 'runningQueues' | 'recurring' | 'due' | 'oldest' | 'ended' | 'dueAt' | 'error'
  > & {
    readonly failedLooks: With<{ count: number }>;
    readonly blocks: With<{ count: number }>;
    readonly atBlock: With<{ height: string }>;
    readonly nodeBehind: With<{ count: number }>;
    readonly peers: With<{ count: number }>;
    readonly sourcesNeeded: With<{ count: number }>;
    readonly spread: With<{ percent: string }>;
    readonly seconds: With<{ count: number }>;
    readonly apart: With<{ percent: string }>;
    readonly failures: With<{ count: number }>;
    readonly queues: Plain<
      | 'invoices' | 'channel payments' | 'subscriptions' | 'mails' | 'exchange quotes' | 'withdrawal quotes'
      | 'payouts' | 'transfers' | 'callbacks'
    >;
    readonly tasks: Plain<
      | 'watch' | 'assess' | 'hear' | 'nodes' | 'consolidate' | 'rates' | 'notices' | 'cleaning'
      | 'cleaning-uses' | 'forgetting-callbacks' | 'packing-callbacks' | 'silent-nodes' | 'alarms' | 'costs'
      | 'solvency' | 'audit' | 'statistics' | 'day-sums' | 'network-fees' | 'backup' | 'backup-age'
      | 'late-times' | 'payments-untold' | 'wal-archive' | 'send'
    >;
  };
  readonly settings: {
    readonly settingLabels: Plain<
      | 'merchant_name' | 'merchant_contact' | 'mail_language' | 'resolution_overpaid'
      | 'resolution_underpaid' | 'resolution_paid_late' | 'resolution_illicit_resource'
      | 'underpayment_tolerance_percent' | 'overpayment_tolerance_percent' | 'overpayment_tolerance_eur'
      | 'high_risk_share_percent' | 'unconfirmed_price_minutes' | 'unresolved_price_hours'
      | 'withdrawal_max_eur' | 'fresh_money_max_eur' | 'withdrawal_price_hours' | 'price_change_percent'
      | 'strict_customers' | 'takes_unknown_money' | 'sends_invoice_created' | 'sends_coin_deposits'
    >;
    readonly settingHints: Plain<
      | 'merchant_name' | 'merchant_contact' | 'mail_language' | 'resolution_overpaid'
      | 'resolution_underpaid' | 'resolution_paid_late' | 'resolution_illicit_resource'
      | 'underpayment_tolerance_percent' | 'overpayment_tolerance_percent' | 'overpayment_tolerance_eur'
      | 'high_risk_share_percent' | 'unconfirmed_price_minutes' | 'unresolved_price_hours'
      | 'withdrawal_max_eur' | 'fresh_money_max_eur' | 'withdrawal_price_hours' | 'price_change_percent'
      | 'strict_customers' | 'takes_unknown_money' | 'sends_invoice_created' | 'sends_coin_deposits'
    >;
    readonly fields: Plain<
      | 'id' | 'kind' | 'name' | 'status' | 'reason' | 'recipient' | 'language' | 'repeat_minutes' | 'enabled'
      | 'created_at' | 'taken_at' | 'failures' | 'failed_since' | 'last_error' | 'cleared' | 'known_by'
      | 'lifted' | 'committed' | 'expired' | 'amount' | 'currency' | 'project_id' | 'credited' | 'type'
      | 'decider' | 'debited' | 'endpoint_id' | 'url' | 'deliveries' | 'resent' | 'left' | 'address' | 'tag'
      | 'coin' | 'withdrawal_id' | 'withdrawal_status' | 'attached' | 'owner' | 'api_key' | 'key'
      | 'pays_again' | 'version' | 'code' | 'rows' | 'charged' | 'released' | 'price' | 'repriced'
      | 'cancelled_because' | 'cancelled_detail' | 'txid' | 'given' | 'needed' | 'next' | 'list' | 'removed'
      | 'new' | 'known' | 'user_id' | 'link' | 'expires_at' | 'mailed' | 'email' | 'role' | 'roles'
      | 'disabled' | 'disabled_at' | 'qr_svg' | 'outcome' | 'fees' | 'minimum_deposits' | 'warnings'
      | 'warned'
    >;
  };
  readonly 'sign-in': Plain<
    | 'title' | 'passkey' | 'or' | 'code' | 'signIn' | 'help' | 'welcome' | 'signingIn' | 'openAgain'
    | 'badLink' | 'otherWays'
  > & {
    readonly bySso: With<{ name: string }>;
    readonly linkOf: With<{ name: string }>;
    readonly signInAs: With<{ name: string }>;
    readonly alreadyIn: With<{ name: string }>;
    readonly replaces: With<{ name: string }>;
    readonly stayIn: With<{ name: string }>;
  };
  readonly stops: Plain<
    | 'title' | 'about' | 'payouts' | 'quarantines' | 'noStops' | 'noQuarantines' | 'stop' | 'stopWhat'
    | 'quarantine' | 'quarantineWhat' | 'coinHint' | 'cause' | 'lift' | 'liftAction' | 'liftTitle'
    | 'liftWhat' | 'reconciled' | 'notYet' | 'unknown' | 'endWhat' | 'endNotRead' | 'nothingUnknown' | 'spent'
    | 'lost' | 'kind' | 'payment' | 'output' | 'number' | 'subject' | 'txid' | 'block' | 'noBlock' | 'address'
    | 'accept'
  > & {
    readonly endTitle: With<{ coin: string }>;
  };
  readonly 'subscription-mail': Plain<
    | 'title' | 'greeting' | 'how' | 'why'
  > & {
    readonly subject: With<{ amount: string; due: string; product: string }>;
    readonly greetingByName: With<{ name: string }>;
    readonly request: With<{ amount: string; due: string; merchant: string; product: string }>;
    readonly pay: With<{ amount: string }>;
    readonly questions: With<{ contact: string; merchant: string }>;
  };
  readonly subscriptions: Plain<
    | 'title' | 'create' | 'filtered' | 'empty' | 'ask' | 'payer' | 'payerName' | 'currency' | 'every'
    | 'period' | 'week' | 'year' | 'starts' | 'startsHint' | 'ends' | 'paid' | 'yes' | 'cancel'
    | 'cancelTitle' | 'cancelAction'
  > & {
    readonly cancelWhat: With<{ payer: string; sum: string }>;
    readonly detail: Plain<
      | 'subscription' | 'noInvoices' | 'begins' | 'created' | 'cancelled' | 'product' | 'description' | 'id'
      | 'page' | 'mail' | 'mailPending' | 'mailSent' | 'mailFailed' | 'mailWithdrawn' | 'nextAttempt'
      | 'sendAgain'
    >;
  };
  readonly trace: Plain<
    | 'onChain' | 'noneOnChain' | 'explorer' | 'confirmations' | 'sources' | 'address' | 'seen' | 'confirmed'
    | 'in' | 'out' | 'direction' | 'notAssessed' | 'unmatched' | 'postings' | 'noPostings' | 'postingsHint'
    | 'at' | 'purpose' | 'from' | 'to' | 'noCallbacks' | 'event' | 'endpoint' | 'made' | 'open'
  > & {
    readonly ofConfirmations: With<{ needed: number; seen: number }>;
    readonly blocksDeep: With<{ count: number }>;
    readonly accounts: Plain<
      | 'available' | 'fees' | 'exchange' | 'deposits' | 'withdrawals' | 'network_fees' | 'losses'
      | 'adjustments' | 'chain'
    >;
    readonly purposes: Plain<
      | 'received' | 'reversed' | 'restored' | 'convert' | 'credit' | 'fee' | 'charge' | 'sent'
      | 'network_fee' | 'chain_fee' | 'adjust'
    >;
  };
  readonly transactions: Plain<
    | 'title' | 'transaction' | 'back' | 'madeBy' | 'id' | 'inAccounts' | 'booked' | 'notBooked' | 'created'
    | 'empty' | 'filtered' | 'views' | 'noView' | 'saveView' | 'forgetAction' | 'forgetWhat' | 'viewName'
    | 'viewHint'
  > & {
    readonly forgetView: With<{ name: string }>;
    readonly forgetOpen: With<{ name: string }>;
    readonly risks: Plain<
      | 'low' | 'medium' | 'high'
    >;
  };
  readonly wallets: Plain<
    | 'title' | 'about' | 'ready' | 'reserved' | 'held' | 'cover' | 'of' | 'declared' | 'pieces' | 'oneInput'
    | 'gas' | 'waiting' | 'doShort' | 'topUp' | 'showAddress' | 'done' | 'address' | 'sizeTitle' | 'from'
    | 'amount' | 'cost' | 'sizeDear' | 'unknownTokenTitle' | 'unknownTokenAbout' | 'time' | 'network'
    | 'contract' | 'unknownTokenAmount' | 'unknownTokenAddress'
  > & {
    readonly dear: With<{ count: number }>;
    readonly small: With<{ count: number }>;
    readonly shortOfCoins: With<{ count: number }>;
    readonly shortOfGas: With<{ count: number }>;
    readonly doGas: With<{ coin: string }>;
    readonly topUpWhat: With<{ coin: string }>;
    readonly topUpConfirms: With<{ coin: string }>;
    readonly code: With<{ address: string }>;
    readonly more: With<{ count: number }>;
    readonly signer: Plain<
      | 'title' | 'about' | 'where' | 'in_process' | 'separate' | 'none' | 'doAway' | 'doNone' | 'waiting'
      | 'refused' | 'limits' | 'limitsHere' | 'limitsApart' | 'noLimits' | 'coin' | 'of' | 'amounts' | 'fees'
      | 'used' | 'limit' | 'left' | 'perTransfer' | 'usedOfAmounts' | 'usedOfFees' | 'usedOf'
    > & {
      readonly doRefused: With<{ count: number }>;
      readonly percentLeft: With<{ percent: string }>;
    };
  };
  readonly withdrawals: Plain<
    | 'title' | 'create' | 'batch' | 'empty' | 'filtered' | 'back' | 'waitsFor' | 'approvers' | 'operator'
    | 'txid' | 'sends' | 'charged' | 'created' | 'priceNow' | 'tag' | 'policy' | 'attempts' | 'valued'
    | 'account' | 'addressHint' | 'level' | 'preview' | 'confirmTitle' | 'noVerdict' | 'builtIn' | 'over'
    | 'again' | 'received_amount' | 'charged_amount_to_send' | 'charged_amount'
  > & {
    readonly available: With<{ amount: string }>;
    readonly rateNow: With<{ coin: string; currency: string; rate: string }>;
    readonly confirms: With<{ address: string; money: string }>;
    readonly looksLike: With<{ known: string }>;
    readonly allowed: With<{ rule: string }>;
    readonly refusedBy: With<{ rule: string }>;
    readonly heldFor: With<{ people: number; rule: string }>;
    readonly heldForOperator: With<{ rule: string }>;
    readonly version: With<{ n: number }>;
    readonly holdsFor: With<{ seconds: number }>;
    readonly send: With<{ money: string }>;
    readonly askFor: With<{ money: string }>;
    readonly waits: Plain<
      | 'hot_wallet_short' | 'collecting_coins' | 'waiting_for_gas' | 'short_of_gas' | 'fee_above_budget'
      | 'cannot_be_planned' | 'payouts_stopped' | 'awaits_final_blocks' | 'no_signer' | 'signer_refuses'
      | 'quarantined' | 'not_payable' | 'lacked_funds' | 'not_carried_out' | 'refused_for_good'
      | 'being_voided' | 'network_refuses' | 'above_setting' | 'held' | 'cancelled'
    >;
    readonly levels: Plain<
      | 'slow' | 'average' | 'fast'
    >;
    readonly attemptSteps: Plain<
      | 'reserved' | 'signed' | 'broadcast' | 'seen' | 'refused' | 'confirmed' | 'left_the_chain' | 'replaced'
      | 'bumped' | 'dead' | 'failed_on_chain'
    >;
    readonly decisions: Plain<
      | 'approved' | 'released' | 'refused' | 'refused_by_rule'
    >;
    readonly verbs: Plain<
      | 'approve' | 'refuse' | 'release' | 'retry' | 'cancel' | 'giveUp' | 'void'
    >;
    readonly effects: {
      readonly approve: With<{ sum: string; to: string }>;
      readonly refuse: With<{ charged: string; to: string }>;
      readonly release: With<{ sum: string; to: string }>;
      readonly retry: With<{ sum: string; to: string }>;
      readonly cancel: With<{ charged: string; to: string }>;
      readonly giveUp: With<{ charged: string; to: string }>;
      readonly void: With<{ charged: string; sum: string; to: string }>;
    };
    readonly batchFile: Plain<
      | 'title' | 'back' | 'columns' | 'choose' | 'forget' | 'forgetTitle' | 'repeatedWhy' | 'onceMoreTitle'
      | 'wrongFile' | 'empty' | 'cells' | 'checking' | 'mend' | 'stopped' | 'sendTitle' | 'rows' | 'line'
      | 'result' | 'waits'
    > & {
      readonly forgetWhat: With<{ all: number; waiting: number }>;
      readonly repeated: With<{ count: number }>;
      readonly leaveOut: With<{ count: number }>;
      readonly onceMore: With<{ count: number }>;
      readonly onceMoreWhat: With<{ count: number }>;
      readonly missing: With<{ column: string }>;
      readonly unknown: With<{ column: string }>;
      readonly twice: With<{ column: string }>;
      readonly long: With<{ most: string }>;
      readonly fileLine: With<{ line: number }>;
      readonly wrongRows: With<{ count: number }>;
      readonly progress: With<{ all: number; done: number }>;
      readonly refused: With<{ count: number }>;
      readonly send: With<{ count: number }>;
      readonly goOn: With<{ count: number }>;
      readonly sum: With<{ sum: string }>;
      readonly what: With<{ count: number }>;
      readonly checkConfirms: With<{ count: number }>;
      readonly confirms: With<{ count: number }>;
      readonly open: With<{ n: number }>;
      readonly whatPriced: With<{ count: number; sum: string }>;
      readonly confirmsPriced: With<{ count: number; sum: string }>;
    };
    readonly sent: Plain<
      | 'confirmed' | 'broadcast' | 'perhaps' | 'paid_nothing' | 'found' | 'not_sent'
    >;
    readonly prices: Plain<
      | 'holds' | 'no_rate' | 'tooDear'
    > & {
      readonly now: With<{ amount: string; rate: string }>;
      readonly was: With<{ amount: string; rate: string; until: string }>;
    };
  };
}
