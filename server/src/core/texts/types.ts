// Generated from locales/en by `npm run generate`.

/** By area. A text without arguments is a string, one with arguments a function of them. */
export interface Texts {
  readonly alerts: {
    readonly raised: (values: { readonly count: number }) => string;
    readonly repeated: (values: { readonly count: number }) => string;
    readonly resolved: (values: { readonly count: number }) => string;
    readonly test: string;
    readonly testText: string;
    readonly newAlerts: string;
    readonly openAlerts: string;
    readonly resolvedAlerts: string;
    readonly severity: {
      readonly critical: string;
      readonly warning: string;
    };
    readonly more: (values: { readonly count: number }) => string;
    readonly since: (values: { readonly time: string }) => string;
    readonly until: (values: { readonly time: string }) => string;
    readonly byHand: string;
    readonly todo: string;
    readonly acknowledge: string;
    readonly titles: {
      readonly clock_wrong: string;
      readonly callback_given_up: string;
      readonly node_silent: string;
      readonly node_behind: string;
      readonly backup_old: string;
      readonly backup_failed: string;
      readonly wal_not_stored: string;
      readonly backup_place_claimed: string;
      readonly node_not_used: string;
      readonly return_refused: string;
      readonly deposit_reversed: string;
      readonly deposit_changed: string;
      readonly payment_without_transaction: string;
      readonly token_received: string;
      readonly token_paid_less: string;
      readonly token_unmeasured: string;
      readonly audit: string;
      readonly insolvent: string;
      readonly declaration_old: string;
      readonly network_fees_lost: string;
      readonly payouts_stopped: string;
      readonly hot_wallet_short: string;
      readonly gas_short: string;
      readonly payouts_await_final: string;
      readonly payee_refuses: string;
      readonly spent_elsewhere: string;
      readonly transfer_changed: string;
      readonly transfer_failed_on_chain: string;
      readonly transfer_moved_otherwise: string;
      readonly transfer_refused: string;
      readonly numbers_held_up: string;
      readonly signer_refused: string;
      readonly no_signer: string;
      readonly quarantine: string;
      readonly unknown_spend: string;
      readonly database_went_back: string;
      readonly database_moved: string;
      readonly cancelled_but_paid: string;
    };
    readonly advice: {
      readonly clock_wrong: string;
      readonly callback_given_up: string;
      readonly node_silent: string;
      readonly node_behind: string;
      readonly backup_old: string;
      readonly backup_failed: string;
      readonly wal_not_stored: string;
      readonly backup_place_claimed: string;
      readonly node_not_used: string;
      readonly return_refused: string;
      readonly deposit_reversed: string;
      readonly deposit_changed: string;
      readonly payment_without_transaction: string;
      readonly token_received: string;
      readonly token_paid_less: string;
      readonly token_unmeasured: string;
      readonly audit: string;
      readonly insolvent: string;
      readonly declaration_old: string;
      readonly network_fees_lost: string;
      readonly payouts_stopped: string;
      readonly hot_wallet_short: string;
      readonly gas_short: string;
      readonly payouts_await_final: string;
      readonly payee_refuses: string;
      readonly spent_elsewhere: string;
      readonly transfer_changed: string;
      readonly transfer_failed_on_chain: string;
      readonly transfer_moved_otherwise: string;
      readonly transfer_refused: string;
      readonly numbers_held_up: string;
      readonly signer_refused: string;
      readonly no_signer: string;
      readonly quarantine: string;
      readonly unknown_spend: string;
      readonly database_went_back: string;
      readonly database_moved: string;
      readonly cancelled_but_paid: string;
    };
  };
  readonly 'payment-page': {
    readonly payment: string;
    readonly testNetwork: string;
    readonly sendExactly: string;
    readonly sendRemaining: string;
    readonly sendAny: string;
    readonly language: string;
    readonly merchant: string;
    readonly contact: string;
    readonly rate: string;
    readonly price: string;
    readonly amount: string;
    readonly network: string;
    readonly created: string;
    readonly payBefore: string;
    readonly expired: string;
    readonly timeLeft: (values: { readonly time: string }) => string;
    readonly oneMinuteLeft: string;
    readonly openInWallet: string;
    readonly qrLabel: (values: { readonly target: string }) => string;
    readonly address: string;
    readonly copy: string;
    readonly copyAddress: string;
    readonly copyAmount: string;
    readonly copyTag: (values: { readonly name: string }) => string;
    readonly copied: string;
    readonly copyFailed: string;
    readonly onlyThisCoin: (values: {
      readonly currency: string;
      readonly network: string;
    }) => string;
    readonly exchangeFee: (values: { readonly amount: string }) => string;
    readonly tagNeeded: (values: { readonly name: string }) => string;
    readonly received: string;
    readonly remaining: string;
    readonly confirmations: (values: { readonly needed: number; readonly seen: number }) => string;
    readonly confirmed: string;
    readonly transactions: string;
    readonly viewTransaction: (values: { readonly txid: string }) => string;
    readonly returnTo: (values: { readonly host: string }) => string;
    readonly redirecting: (values: { readonly host: string }) => string;
    readonly refresh: string;
    readonly connectionLost: string;
    readonly channelReady: {
      readonly title: string;
      readonly text: string;
    };
    readonly underpaidExpired: {
      readonly title: string;
      readonly text: (values: { readonly currency: string }) => string;
    };
    readonly notFound: {
      readonly title: string;
      readonly text: string;
    };
    readonly tooManyRequests: {
      readonly title: string;
      readonly text: string;
    };
    readonly unavailable: {
      readonly title: string;
      readonly text: string;
    };
    readonly subscription: {
      readonly interval: string;
      readonly nextFrom: string;
      readonly payWith: (values: { readonly coin: string }) => string;
      readonly viewPayment: string;
      readonly choose: {
        readonly title: string;
        readonly text: string;
      };
      readonly started: {
        readonly title: string;
        readonly text: string;
      };
      readonly paid: {
        readonly title: string;
        readonly text: string;
      };
      readonly ended: {
        readonly title: string;
        readonly text: string;
      };
    };
    readonly till: {
      readonly status: string;
      readonly works: {
        readonly title: string;
        readonly text: string;
      };
      readonly delayed: {
        readonly title: string;
        readonly text: string;
      };
      readonly disturbed: {
        readonly title: string;
        readonly text: string;
      };
      readonly payments: string;
      readonly payouts: string;
      readonly rates: string;
      readonly callbacks: string;
      readonly partStatus: {
        readonly up: string;
        readonly delayed: string;
        readonly paused: string;
        readonly down: string;
      };
      readonly asOf: string;
    };
    readonly refund: {
      readonly title: string;
      readonly fees: string;
      readonly status: string;
      readonly prepared: string;
      readonly failed: string;
      readonly onItsWay: string;
      readonly confirmed: string;
      readonly withMerchant: string;
      readonly to: string;
      readonly transaction: string;
      readonly copyTxid: string;
      readonly excess: string;
      readonly askMerchant: string;
      readonly askWhy: string;
      readonly notSent: {
        readonly title: string;
        readonly text: string;
      };
    };
    readonly status: {
      readonly waiting: {
        readonly title: string;
        readonly text: string;
      };
      readonly underpaid: {
        readonly title: string;
        readonly text: string;
      };
      readonly confirming: {
        readonly title: string;
        readonly text: string;
      };
      readonly paid: {
        readonly title: string;
        readonly text: string;
      };
      readonly overpaid: {
        readonly title: string;
        readonly text: string;
      };
      readonly late: {
        readonly title: string;
        readonly text: string;
      };
      readonly expired: {
        readonly title: string;
        readonly text: string;
      };
      readonly on_hold: {
        readonly title: string;
        readonly text: string;
      };
      readonly refunded: {
        readonly title: string;
        readonly text: string;
      };
      readonly cancelled: {
        readonly title: string;
        readonly text: string;
      };
      readonly disabled: {
        readonly title: string;
        readonly text: string;
      };
    };
  };
  readonly reasons: {
    readonly cancel: {
      readonly too_dear: string;
      readonly price_over: string;
      readonly asked_by_merchant: string;
    };
    readonly hold: {
      readonly above_setting: string;
      readonly looks_like_known: (values: { readonly address: string }) => string;
      readonly maybe_paid: (values: { readonly txid: string }) => string;
    };
    readonly payee: {
      readonly account_missing: string;
      readonly tag_required: string;
      readonly xrp_unwanted: string;
      readonly not_authorised: string;
      readonly takes_no_payments: string;
      readonly unspendable: string;
      readonly token_contract: string;
      readonly below_dust: string;
    };
    readonly rules: {
      readonly looks_like_known: string;
      readonly everything_else: string;
      readonly above_setting: string;
    };
    readonly signer: {
      readonly no_socket: (values: { readonly about: string }) => string;
      readonly socket_open: (values: { readonly about: string }) => string;
      readonly no_answer: string;
      readonly connection_failed: (values: { readonly about: string }) => string;
      readonly signer_error: (values: { readonly about: string }) => string;
      readonly not_a_signer: (values: { readonly about: string }) => string;
      readonly journal_cut: (values: { readonly about: string }) => string;
      readonly no_seed: string;
      readonly socket_needed: string;
      readonly not_configured: string;
    };
  };
  readonly 'subscription-mail': {
    readonly title: string;
    readonly subject: (values: {
      readonly amount: string;
      readonly due: string;
      readonly product: string;
    }) => string;
    readonly greeting: string;
    readonly greetingByName: (values: { readonly name: string }) => string;
    readonly request: (values: {
      readonly amount: string;
      readonly due: string;
      readonly merchant: string;
      readonly product: string;
    }) => string;
    readonly pay: (values: { readonly amount: string }) => string;
    readonly how: string;
    readonly why: string;
    readonly questions: (values: { readonly contact: string; readonly merchant: string }) => string;
  };
}
