// What the service can be asked, with input and output, and what somebody needs to be allowed to ask it. Generated
// from the operations' descriptions by `npm run generate`: do not edit.

import type {
  Account,
  AccountTransactionQuery,
  Amount,
  ByCustomer,
  Channel,
  ChannelChange,
  ChannelPayment,
  Coin,
  CoinDeposit,
  CoinDepositAttachment,
  CoinDepositCredit,
  CoinDepositQuery,
  CoinDepositRefund,
  CoinWithdrawal,
  CoinWithdrawalAttempt,
  CoinWithdrawalRequest,
  Customer,
  CustomerAddress,
  CustomerChange,
  ExchangeTransfer,
  ExchangeTransferRequest,
  Invoice,
  InvoiceQuery,
  InvoiceRecalculation,
  InvoiceRefund,
  JsonObject,
  NetworkFee,
  NetworkFeeQuery,
  NewChannel,
  NewCustomer,
  NewInvoice,
  NewSubscription,
  Page,
  Paging,
  Rate,
  Rates,
  RecalculationRequest,
  RefundRequest,
  Risk,
  RiskQuestion,
  Subscription,
  Time,
  Transaction,
  TransactionQuery,
} from '@chaintill/client';

export type Nothing = Readonly<Record<string, never>>;

export interface OperatorApi {
  /** Check the books, the chains, the callbacks and the keys. */
  doctor: {
    input: Nothing;
    output: {
      check: string;
      code:
        | 'database'
        | 'database_role'
        | 'clock'
        | 'workers'
        | 'chain'
        | 'rates'
        | 'node'
        | 'signer'
        | 'cover'
        | 'solvency'
        | 'output_sums'
        | 'books'
        | 'payout_stops'
        | 'alarms'
        | 'alarm_destinations'
        | 'backups'
        | 'network_costs'
        | 'tokens'
        | 'contested_payments'
        | 'small_payments'
        | 'fresh_payouts'
        | 'deposits_unassessed'
        | 'invoices_overdue'
        | 'channel_payments_overdue'
        | 'withdrawals_unsent'
        | 'withdrawals_on_hold'
        | 'withdrawals_unconfirmed'
        | 'quotes_unexpired'
        | 'callbacks_given_up'
        | 'wallets'
        | 'derivation'
        | 'addresses';
      about: string | null;
      ok: boolean;
      text: string;
      hint: string | null;
      detail:
        | {
            code: 'node_network';
            network: string;
          }
        | {
            code: 'node_wrong_network' | 'node_away' | 'node_finality_refused';
            said: string;
          }
        | {
            code: 'node_behind';
            height: number;
            behind: number;
          }
        | {
            code: 'node_at_block' | 'node_block_old' | 'node_consensus_silent';
            height: number;
            seconds: number;
          }
        | {
            code: 'node_state';
            state: string;
          }
        | {
            code: 'node_at_ledger' | 'node_ledger_old';
            state: string;
            height: number;
            seconds: number;
          }
        | {
            code: 'node_all_blocks' | 'node_no_future_block' | 'node_peers_unavailable';
          }
        | {
            code: 'node_pruned' | 'node_pruned_unread';
            from: number;
            read: number | null;
          }
        | {
            code: 'node_ledgers';
            ledgers: string;
            read: number | null;
          }
        | {
            code: 'node_ledgers_missing';
            ledgers: string;
            read: number | null;
            from: number;
          }
        | {
            code: 'node_ledgers_few';
            ledgers: string;
            read: number | null;
            least: number;
          }
        | {
            code: 'node_version' | 'node_version_untried' | 'node_rules_unknown';
            version: string;
          }
        | {
            code: 'node_version_old';
            version: string;
            least: string;
          }
        | {
            code: 'node_clock' | 'node_clock_off' | 'node_block_ahead';
            seconds: number;
          }
        | {
            code: 'node_peers' | 'node_proofs' | 'node_knows_outputs';
            count: number;
          }
        | {
            code: 'node_knows_addresses';
            count: number;
          }
        | {
            code: 'node_alone_unseen' | 'node_alone_unsubscribed' | 'node_no_proofs';
          }
        | {
            code: 'node_outputs_spent';
            count: number;
            outputs: number;
            first: string;
          }
        | {
            code: 'node_sent_fewer';
            address: string;
            sent: number;
            known: number;
          }
        | {
            code: 'node_holds_less';
            address: string;
            holds: string;
            held: string;
          }
        | {
            code: 'node_traces';
            method: string;
          }
        | {
            code: 'node_tracing_unavailable';
            said: string;
          }
        | {
            code: 'node_final' | 'node_final_far';
            finality: string;
            height: number;
            behind: number;
          }
        | {
            code: 'node_final_none';
            finality: string;
          }
        | {
            code: 'node_contract';
            contract: string;
            symbol: string;
            decimals: number;
          }
        | {
            code: 'node_contract_other';
            contract: string;
            symbol: string;
          }
        | {
            code: 'node_load' | 'node_load_high';
            times: number;
          }
        | {
            code: 'node_no_account' | 'node_no_account_yet';
          }
        | {
            code: 'node_account_missing';
            address: string;
            least: string;
          }
        | {
            code: 'node_account_behind';
            address: string;
            at: number;
            known: number;
          }
        | {
            code: 'node_account';
            address: string;
            reserve: string;
          }
        | {
            code: 'node_tags_refused' | 'node_tags_open';
          }
        | {
            code: 'fine';
          }
        | {
            code: 'none';
          }
        | {
            code: 'counted';
            count: number;
          }
        | {
            code: 'clock_ahead' | 'clock_behind';
            seconds: number;
          }
        | {
            code: 'covered';
            held: string;
            owed: string;
          }
        | {
            code: 'network_costs';
            transfers: number;
            wrong: number;
            unbooked: number;
          }
        | {
            code: 'owned';
            owed: string;
            held: string;
            declared: string;
            beside_tokens: string | null;
          }
        | {
            code: 'rest';
            rest: string | null;
          }
        | {
            code: 'sums_differ';
            coins: string;
          }
        | {
            code: 'beside_tokens';
            outputs: number;
            amount: string;
          }
        | {
            code: 'contested';
            count: number;
          }
        | {
            code: 'small';
            dear: number;
            outputs: number;
            per_input: string;
            small: number;
            cost: string;
            small_amount: string;
            uneconomical: number;
            uneconomical_amount: string;
          }
        | {
            code: 'await_final';
            count: number;
            projects: number;
          }
        | {
            code: 'database_silent' | 'database_unreachable' | 'chain_not_watched';
          }
        | {
            code: 'poll_failures';
            count: number;
            said: string;
          }
        | {
            code: 'node_hangs' | 'no_watcher';
            seconds: number;
          }
        | {
            code: 'rates_missing';
            coins: string;
          }
        | {
            code: 'db_role_superuser';
            role: string;
          }
        | {
            code: 'db_role_excess_privileges';
            role: string;
            rights: string;
          }
        | {
            code: 'ledger_ok';
            proven_at: Time | null;
            unproven: number;
          }
        | {
            code: 'ledger_inconsistent';
            rules: {
              invariant:
                | 'account_sums_nonzero'
                | 'last_entry_mismatch'
                | 'statement_total_mismatch'
                | 'hold_sum_mismatch'
                | 'settled_transaction_unbooked'
                | 'deposits_account_mismatch'
                | 'withdrawals_account_mismatch'
                | 'unmatched_deposit_credited'
                | 'hold_without_quote'
                | 'transaction_sum_mismatch'
                | 'transaction_total_count_mismatch'
                | 'approvals_missing'
                | 'deposit_return_mismatch'
                | 'payout_status_mismatch'
                | 'transfer_cost_unbooked'
                | 'dead_transfer_cost_booked'
                | 'refund_withdrawal_mismatch'
                | 'deposit_posting_mismatch'
                | 'day_sums_mismatch'
                | 'hour_sums_mismatch'
                | 'balance_mismatch'
                | 'posting_sequence_gap'
                | 'entry_sequence_broken'
                | 'booked_transactions_mismatch'
                | 'statement_mismatch'
                | 'transaction_block_sum_mismatch'
                | 'transaction_bucket_count_mismatch'
                | 'chain_account_mismatch'
                | 'entry_without_account'
                | 'verified_entry_changed'
                | 'statement_sequence_broken'
                | 'verified_statement_row_changed'
                | 'list_count_mismatch'
                | 'posting_entries_unpaired'
                | 'object_count_mismatch';
              project_id: string | null;
            }[];
          }
        | {
            code: 'stopped';
            projects: string[];
          }
        | {
            code: 'open_alarms';
            kinds: (
              | 'clock_wrong'
              | 'callback_given_up'
              | 'node_silent'
              | 'node_not_used'
              | 'node_behind'
              | 'backup_old'
              | 'backup_failed'
              | 'wal_not_stored'
              | 'backup_place_claimed'
              | 'return_refused'
              | 'deposit_reversed'
              | 'deposit_changed'
              | 'payment_without_transaction'
              | 'token_received'
              | 'token_paid_less'
              | 'token_unmeasured'
              | 'audit'
              | 'insolvent'
              | 'declaration_old'
              | 'network_fees_lost'
              | 'payouts_stopped'
              | 'hot_wallet_short'
              | 'gas_short'
              | 'payouts_await_final'
              | 'payee_refuses'
              | 'spent_elsewhere'
              | 'transfer_changed'
              | 'transfer_failed_on_chain'
              | 'transfer_moved_otherwise'
              | 'transfer_refused'
              | 'numbers_held_up'
              | 'signer_refused'
              | 'no_signer'
              | 'quarantine'
              | 'unknown_spend'
              | 'database_went_back'
              | 'database_moved'
              | 'cancelled_but_paid'
            )[];
          }
        | {
            code: 'no_alert_channel';
          }
        | {
            code: 'alert_channels';
            names: string[];
          }
        | {
            code: 'alert_delivery_failed';
            names: string[];
            said: string;
          }
        | {
            code: 'backup_none';
          }
        | {
            code: 'backup_newest';
            at: Time;
            is_proven: boolean;
            wal_until: Time | null;
          }
        | {
            code: 'backup_before_wal';
            wal_since: Time;
            wal_until: Time;
          }
        | {
            code: 'wal_old';
            wal_until: Time;
          }
        | {
            code: 'backup_place_claimed';
            place: string;
          }
        | {
            code: 'signer_here' | 'signer_separate' | 'signer_none';
          }
        | {
            code: 'signer_unreachable';
            said: string;
          }
        | {
            code: 'xpub_mismatch';
            coin: string;
            address: string;
          }
        | {
            code: 'derivation_mismatch';
            addresses: string;
          }
        | {
            code: 'paid_unknown';
            payments: string;
          };
      node: {
        coin: string;
        node: string;
        check:
          | 'network'
          | 'contract'
          | 'sync'
          | 'history'
          | 'tracing'
          | 'finality'
          | 'version'
          | 'clock'
          | 'peers'
          | 'double-spend proofs'
          | 'load'
          | 'wallet'
          | 'tags';
      } | null;
    }[];
  };
  /** Prove all books from their first row on; goes on where it was cut. */
  audit: {
    input: {
      /** start over, also when the last one was cut. */
      again?: boolean | undefined;
    };
    output: {
      invariant:
        | 'account_sums_nonzero'
        | 'last_entry_mismatch'
        | 'statement_total_mismatch'
        | 'hold_sum_mismatch'
        | 'settled_transaction_unbooked'
        | 'deposits_account_mismatch'
        | 'withdrawals_account_mismatch'
        | 'unmatched_deposit_credited'
        | 'hold_without_quote'
        | 'transaction_sum_mismatch'
        | 'transaction_total_count_mismatch'
        | 'approvals_missing'
        | 'deposit_return_mismatch'
        | 'payout_status_mismatch'
        | 'transfer_cost_unbooked'
        | 'dead_transfer_cost_booked'
        | 'refund_withdrawal_mismatch'
        | 'deposit_posting_mismatch'
        | 'day_sums_mismatch'
        | 'hour_sums_mismatch'
        | 'balance_mismatch'
        | 'posting_sequence_gap'
        | 'entry_sequence_broken'
        | 'booked_transactions_mismatch'
        | 'statement_mismatch'
        | 'transaction_block_sum_mismatch'
        | 'transaction_bucket_count_mismatch'
        | 'chain_account_mismatch'
        | 'entry_without_account'
        | 'verified_entry_changed'
        | 'statement_sequence_broken'
        | 'verified_statement_row_changed'
        | 'list_count_mismatch'
        | 'posting_entries_unpaired'
        | 'object_count_mismatch';
      facts: JsonObject;
    }[];
  };
  /** List the alarms that stand, newest first. */
  'alarms.list': {
    input: {
      /** also those that were cleared. */
      all?: boolean | undefined;
      /** only of this kind. */
      kind?: string | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        kind:
          | 'clock_wrong'
          | 'callback_given_up'
          | 'node_silent'
          | 'node_not_used'
          | 'node_behind'
          | 'backup_old'
          | 'backup_failed'
          | 'wal_not_stored'
          | 'backup_place_claimed'
          | 'return_refused'
          | 'deposit_reversed'
          | 'deposit_changed'
          | 'payment_without_transaction'
          | 'token_received'
          | 'token_paid_less'
          | 'token_unmeasured'
          | 'audit'
          | 'insolvent'
          | 'declaration_old'
          | 'network_fees_lost'
          | 'payouts_stopped'
          | 'hot_wallet_short'
          | 'gas_short'
          | 'payouts_await_final'
          | 'payee_refuses'
          | 'spent_elsewhere'
          | 'transfer_changed'
          | 'transfer_failed_on_chain'
          | 'transfer_moved_otherwise'
          | 'transfer_refused'
          | 'numbers_held_up'
          | 'signer_refused'
          | 'no_signer'
          | 'quarantine'
          | 'unknown_spend'
          | 'database_went_back'
          | 'database_moved'
          | 'cancelled_but_paid';
        raised_at: Time;
        cleared_at: Time | null;
        cleared_reason: string | null;
        known_at: Time | null;
        known_by: string | null;
        note: string | null;
        facts: JsonObject;
      }[];
      next: string | null;
    };
  };
  /** Note that you have seen an alarm and what you do; it stands on, as known. */
  'alarms.acknowledge': {
    input: {
      /** of the alarm. */
      alarm_id: string;
      /** what is known and who does what; in place of what was noted before. */
      reason: string;
    };
    output: {
      id: string;
      kind:
        | 'clock_wrong'
        | 'callback_given_up'
        | 'node_silent'
        | 'node_not_used'
        | 'node_behind'
        | 'backup_old'
        | 'backup_failed'
        | 'wal_not_stored'
        | 'backup_place_claimed'
        | 'return_refused'
        | 'deposit_reversed'
        | 'deposit_changed'
        | 'payment_without_transaction'
        | 'token_received'
        | 'token_paid_less'
        | 'token_unmeasured'
        | 'audit'
        | 'insolvent'
        | 'declaration_old'
        | 'network_fees_lost'
        | 'payouts_stopped'
        | 'hot_wallet_short'
        | 'gas_short'
        | 'payouts_await_final'
        | 'payee_refuses'
        | 'spent_elsewhere'
        | 'transfer_changed'
        | 'transfer_failed_on_chain'
        | 'transfer_moved_otherwise'
        | 'transfer_refused'
        | 'numbers_held_up'
        | 'signer_refused'
        | 'no_signer'
        | 'quarantine'
        | 'unknown_spend'
        | 'database_went_back'
        | 'database_moved'
        | 'cancelled_but_paid';
    };
  };
  /** Note that an alarm was dealt with; one whose cause is gone clears itself. */
  'alarms.clear': {
    input: {
      /** of the alarm. */
      alarm_id: string;
      /** what was found and done; kept with the alarm. */
      reason: string;
    };
    output: {
      id: string;
      kind:
        | 'clock_wrong'
        | 'callback_given_up'
        | 'node_silent'
        | 'node_not_used'
        | 'node_behind'
        | 'backup_old'
        | 'backup_failed'
        | 'wal_not_stored'
        | 'backup_place_claimed'
        | 'return_refused'
        | 'deposit_reversed'
        | 'deposit_changed'
        | 'payment_without_transaction'
        | 'token_received'
        | 'token_paid_less'
        | 'token_unmeasured'
        | 'audit'
        | 'insolvent'
        | 'declaration_old'
        | 'network_fees_lost'
        | 'payouts_stopped'
        | 'hot_wallet_short'
        | 'gas_short'
        | 'payouts_await_final'
        | 'payee_refuses'
        | 'spent_elsewhere'
        | 'transfer_changed'
        | 'transfer_failed_on_chain'
        | 'transfer_moved_otherwise'
        | 'transfer_refused'
        | 'numbers_held_up'
        | 'signer_refused'
        | 'no_signer'
        | 'quarantine'
        | 'unknown_spend'
        | 'database_went_back'
        | 'database_moved'
        | 'cancelled_but_paid';
    };
  };
  /** List where alarms are told, and how it goes there. */
  'alarms.destinations.list': {
    input: Nothing;
    output: {
      id: string;
      kind: 'mail' | 'webhook' | 'slack' | 'telegram';
      name: string;
      /** who or which host: never the whole address of a post. */
      recipient: string;
      language: 'en' | 'de' | 'fr' | 'es';
      repeat_minutes: number;
      enabled: boolean;
      created_at: Time;
      /** the last message. */
      taken_at: Time | null;
      /** attempts in a row since then. */
      failures: number;
      failed_since: Time | null;
      last_error: string | null;
    }[];
  };
  /** Tell alarms somewhere; prints the secret that a webhook is signed with. */
  'alarms.destinations.add': {
    input: {
      /** how it is told there. */
      kind: 'mail' | 'webhook' | 'slack' | 'telegram';
      /** what it is called here. */
      name: string;
      /** mail: the address; telegram: the id of the chat. */
      to?: string | undefined;
      /** webhook and slack: the URL; telegram: the token of the bot. */
      secret?: string | undefined;
      /** telegram: another server than api.telegram.org. */
      api_url?: string | undefined;
      /** of its messages (en). */
      language?: 'en' | 'de' | 'fr' | 'es' | undefined;
      /** after how long it is told again of what nobody acknowledged (60), then twice as long; 0: never. */
      repeat_minutes?: number | undefined;
    };
    output: {
      id: string;
      kind: 'mail' | 'webhook' | 'slack' | 'telegram';
      name: string;
      /** who or which host: never the whole address of a post. */
      recipient: string;
      language: 'en' | 'de' | 'fr' | 'es';
      repeat_minutes: number;
      enabled: boolean;
      created_at: Time;
      /** the last message. */
      taken_at: Time | null;
      /** attempts in a row since then. */
      failures: number;
      failed_since: Time | null;
      last_error: string | null;
      signing_secret: string | null;
      standard_webhooks_secret: string | null;
    };
  };
  /** Tell alarms there again. */
  'alarms.destinations.enable': {
    input: {
      /** of the destination. */
      destination_id: string;
    };
    output: {
      id: string;
      kind: 'mail' | 'webhook' | 'slack' | 'telegram';
      name: string;
      /** who or which host: never the whole address of a post. */
      recipient: string;
      language: 'en' | 'de' | 'fr' | 'es';
      repeat_minutes: number;
      enabled: boolean;
      created_at: Time;
      /** the last message. */
      taken_at: Time | null;
      /** attempts in a row since then. */
      failures: number;
      failed_since: Time | null;
      last_error: string | null;
    };
  };
  /** Tell no alarms there for now. */
  'alarms.destinations.disable': {
    input: {
      /** of the destination. */
      destination_id: string;
    };
    output: {
      id: string;
      kind: 'mail' | 'webhook' | 'slack' | 'telegram';
      name: string;
      /** who or which host: never the whole address of a post. */
      recipient: string;
      language: 'en' | 'de' | 'fr' | 'es';
      repeat_minutes: number;
      enabled: boolean;
      created_at: Time;
      /** the last message. */
      taken_at: Time | null;
      /** attempts in a row since then. */
      failures: number;
      failed_since: Time | null;
      last_error: string | null;
    };
  };
  /** Forget where alarms were told, with its secret. */
  'alarms.destinations.remove': {
    input: {
      /** of the destination. */
      destination_id: string;
    };
    output: {
      id: string;
      name: string;
    };
  };
  /** Send a test message to all destinations that are on, or to one, and say what came of it. */
  'alarms.test': {
    input: {
      /** only to this one: its name or id. */
      destination?: string | undefined;
    };
    output: {
      id: string;
      kind: 'mail' | 'webhook' | 'slack' | 'telegram';
      name: string;
      recipient: string;
      taken: boolean;
      /** what came back. */
      said: string;
      milliseconds: number;
    }[];
  };
  /** Make a project with an account in every currency. */
  'projects.create': {
    input: {
      /** what it is called. */
      name: string;
    };
    output: {
      id: string;
      name: string;
    };
  };
  /** List the projects, newest first. */
  'projects.list': {
    input: {
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        name: string;
        created_at: Time;
      }[];
      next: string | null;
    };
  };
  /** Show a project with its settings, and what is in force where none is set. */
  'projects.show': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
    };
    output: {
      id: string;
      name: string;
      created_at: Time;
      merchant_name: string | null;
      merchant_contact: string | null;
      withdrawal_max_eur: Amount | null;
      mail_language:
        | 'de'
        | 'en'
        | 'es'
        | 'fr'
        | 'it'
        | 'nl'
        | 'pl'
        | 'pt'
        | 'tr'
        | 'ru'
        | 'ja'
        | 'zh'
        | null;
      resolution_overpaid: 'nothing' | 'refund' | 'recalculate' | null;
      resolution_underpaid: 'nothing' | 'refund' | 'recalculate' | null;
      resolution_paid_late: 'nothing' | 'refund' | 'recalculate' | null;
      resolution_illicit_resource:
        | 'nothing'
        | 'refund'
        | 'recalculate'
        | 'refund_to_customer'
        | null;
      strict_customers: boolean | null;
      sends_invoice_created: boolean | null;
      sends_coin_deposits: boolean | null;
      takes_unknown_money: boolean | null;
      fresh_money_max_eur: Amount | null;
      withdrawal_price_hours: number | null;
      price_change_percent: Amount | null;
      unconfirmed_price_minutes: number | null;
      unresolved_price_hours: number | null;
      underpayment_tolerance_percent: Amount | null;
      overpayment_tolerance_percent: Amount | null;
      overpayment_tolerance_eur: Amount | null;
      high_risk_share_percent: Amount | null;
      fees: {
        operation:
          | 'default'
          | 'invoice'
          | 'channel'
          | 'refund'
          | 'recalculation'
          | 'credit'
          | 'withdrawal'
          | 'exchange';
        currency: string | null;
        percent: Amount;
      }[];
      minimum_deposits: {
        coin: string;
        amount: Amount;
      }[];
      unless_set: {
        mail_language:
          | 'de'
          | 'en'
          | 'es'
          | 'fr'
          | 'it'
          | 'nl'
          | 'pl'
          | 'pt'
          | 'tr'
          | 'ru'
          | 'ja'
          | 'zh';
        resolution_overpaid: 'nothing' | 'refund' | 'recalculate';
        resolution_underpaid: 'nothing' | 'refund' | 'recalculate';
        resolution_paid_late: 'nothing' | 'refund' | 'recalculate';
        resolution_illicit_resource: 'nothing' | 'refund' | 'recalculate' | 'refund_to_customer';
        strict_customers: boolean;
        sends_invoice_created: boolean;
        sends_coin_deposits: boolean;
        takes_unknown_money: boolean;
        fresh_money_max_eur: Amount;
        withdrawal_price_hours: number;
        price_change_percent: Amount;
        unconfirmed_price_minutes: number;
        unresolved_price_hours: number;
        underpayment_tolerance_percent: Amount;
        overpayment_tolerance_percent: Amount;
        overpayment_tolerance_eur: Amount;
        high_risk_share_percent: Amount;
        fee_percent: Amount;
      };
    };
  };
  /** Change some settings of a project; all others stay as they are. */
  'projects.change': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** whom payers read that they pay. */
      merchant_name?: string | undefined;
      /** for payers: a mail address or an https link. */
      merchant_contact?: string | undefined;
      /** in which payers are written to. */
      mail_language?:
        | 'de'
        | 'en'
        | 'es'
        | 'fr'
        | 'it'
        | 'nl'
        | 'pl'
        | 'pt'
        | 'tr'
        | 'ru'
        | 'ja'
        | 'zh'
        | undefined;
      /** what happens by itself to an invoice that was overpaid. */
      resolution_overpaid?: 'nothing' | 'refund' | 'recalculate' | undefined;
      /** what happens by itself to an invoice that was underpaid. */
      resolution_underpaid?: 'nothing' | 'refund' | 'recalculate' | undefined;
      /** what happens by itself to an invoice that was paid late. */
      resolution_paid_late?: 'nothing' | 'refund' | 'recalculate' | undefined;
      /** what happens by itself to money of high risk. */
      resolution_illicit_resource?:
        | 'nothing'
        | 'refund'
        | 'recalculate'
        | 'refund_to_customer'
        | undefined;
      /** refuse a customer_id that names no customer. */
      strict_customers?: boolean | undefined;
      /** also send the callback of a new invoice. */
      sends_invoice_created?: boolean | undefined;
      /** also send the callbacks of coin deposits. */
      sends_coin_deposits?: boolean | undefined;
      /** money that came in for nobody waits in this project's inbox. */
      takes_unknown_money?: boolean | undefined;
      /** in EUR: withdrawals worth more wait on hold. */
      withdrawal_max_eur?: Amount | undefined;
      /** in EUR: so much fresh money goes out before its blocks are final. */
      fresh_money_max_eur?: Amount | undefined;
      /** for how many hours a withdrawal on hold keeps its price. */
      withdrawal_price_hours?: number | undefined;
      /** in percent: so much dearer may it be after that. */
      price_change_percent?: Amount | undefined;
      /** for how many minutes after its expiry an invoice keeps its price for what was seen in time. */
      unconfirmed_price_minutes?: number | undefined;
      /** for how many hours after its expiry an unresolved invoice keeps its price. */
      unresolved_price_hours?: number | undefined;
      /** in percent: a payment short by no more counts as full. */
      underpayment_tolerance_percent?: Amount | undefined;
      /** in percent: a payment over by no more counts as right. */
      overpayment_tolerance_percent?: Amount | undefined;
      /** in EUR: and is over by no more than this. */
      overpayment_tolerance_eur?: Amount | undefined;
      /** in percent: money of high risk above this share makes an invoice illicit. */
      high_risk_share_percent?: Amount | undefined;
      /** processing fees, all of them: invoice=0.8,withdrawal:BTC=0.5. */
      fees?:
        | readonly {
            /** what the fee is taken of. */
            operation:
              | 'default'
              | 'invoice'
              | 'channel'
              | 'refund'
              | 'recalculation'
              | 'credit'
              | 'withdrawal'
              | 'exchange';
            /** in this currency alone. */
            currency?: string | undefined;
            /** in percent: how much. */
            percent: Amount;
          }[]
        | undefined;
      /** the least that counts as a payment, for all coins that have one: BTC=0.0001. */
      minimum_deposits?:
        | readonly {
            /** of which coin. */
            coin: string;
            /** the least that counts as a payment. */
            amount: Amount;
          }[]
        | undefined;
      /** names of settings that shall follow the installation again. */
      unset?:
        | readonly (
            | 'merchant_name'
            | 'merchant_contact'
            | 'mail_language'
            | 'resolution_overpaid'
            | 'resolution_underpaid'
            | 'resolution_paid_late'
            | 'resolution_illicit_resource'
            | 'strict_customers'
            | 'sends_invoice_created'
            | 'sends_coin_deposits'
            | 'takes_unknown_money'
            | 'withdrawal_max_eur'
            | 'fresh_money_max_eur'
            | 'withdrawal_price_hours'
            | 'price_change_percent'
            | 'unconfirmed_price_minutes'
            | 'unresolved_price_hours'
            | 'underpayment_tolerance_percent'
            | 'overpayment_tolerance_percent'
            | 'overpayment_tolerance_eur'
            | 'high_risk_share_percent'
            | 'fees'
            | 'minimum_deposits'
          )[]
        | undefined;
    };
    output: {
      id: string;
      name: string;
      created_at: Time;
      merchant_name: string | null;
      merchant_contact: string | null;
      withdrawal_max_eur: Amount | null;
      mail_language:
        | 'de'
        | 'en'
        | 'es'
        | 'fr'
        | 'it'
        | 'nl'
        | 'pl'
        | 'pt'
        | 'tr'
        | 'ru'
        | 'ja'
        | 'zh'
        | null;
      resolution_overpaid: 'nothing' | 'refund' | 'recalculate' | null;
      resolution_underpaid: 'nothing' | 'refund' | 'recalculate' | null;
      resolution_paid_late: 'nothing' | 'refund' | 'recalculate' | null;
      resolution_illicit_resource:
        | 'nothing'
        | 'refund'
        | 'recalculate'
        | 'refund_to_customer'
        | null;
      strict_customers: boolean | null;
      sends_invoice_created: boolean | null;
      sends_coin_deposits: boolean | null;
      takes_unknown_money: boolean | null;
      fresh_money_max_eur: Amount | null;
      withdrawal_price_hours: number | null;
      price_change_percent: Amount | null;
      unconfirmed_price_minutes: number | null;
      unresolved_price_hours: number | null;
      underpayment_tolerance_percent: Amount | null;
      overpayment_tolerance_percent: Amount | null;
      overpayment_tolerance_eur: Amount | null;
      high_risk_share_percent: Amount | null;
      fees: {
        operation:
          | 'default'
          | 'invoice'
          | 'channel'
          | 'refund'
          | 'recalculation'
          | 'credit'
          | 'withdrawal'
          | 'exchange';
        currency: string | null;
        percent: Amount;
      }[];
      minimum_deposits: {
        coin: string;
        amount: Amount;
      }[];
    };
  };
  /** Show the settings of a project as they were set. */
  'projects.settings': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
    };
    output: JsonObject;
  };
  /** Replace the settings of a project: fees, automatic resolution, strict customers and others. */
  'projects.set-settings': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** all of them, as a JSON object. */
      settings: string;
    };
    output: JsonObject;
  };
  /** What is owed, held and declared, by currency and in all. */
  'solvency.show': {
    input: Nothing;
    output: {
      positions: {
        currency: string;
        owed: Amount;
        held: Amount;
        beside_tokens: Amount;
        declared: Amount;
        rest: Amount;
      }[];
      rest: {
        amount: Amount;
        currency: string;
      } | null;
    };
  };
  /** Say what you hold elsewhere for the merchants, in place of what you said before. */
  'solvency.declare': {
    input: {
      /** how much; 0 when it is nothing any more. */
      amount: Amount;
      /** of which currency. */
      currency: string;
      /** where it is and who has seen it; kept for good. */
      reason: string;
    };
    output: {
      amount: Amount;
      currency: string;
    };
  };
  /** List what was declared, newest first; the last of a currency is in force. */
  'solvency.declarations': {
    input: {
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        declared_at: Time;
        currency: string;
        amount: Amount;
        reason: string;
      }[];
      next: string | null;
    };
  };
  /** Show the balances, what of them is held, and what is on its way in and out. */
  'accounts.list': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
    };
    output: {
      currency: string;
      balance: Amount;
      available: Amount;
      held: Amount;
      arriving: Amount;
      leaving: Amount;
    }[];
  };
  /** Show what counted in an account, newest first: a time that is over never changes. */
  'accounts.statement': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of which account. */
      currency: string;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      currency: string;
      opening: Amount;
      closing: Amount;
      rows: {
        id: string;
        booked_at: Time | null;
        type: string;
        status: string | null;
        amount: Amount;
        balance: Amount;
        fee: Amount | null;
        reference_id: string;
        description: string | null;
      }[];
      next: string | null;
    };
  };
  /** Book a manual credit, shown to the merchant as ManualBalanceTransaction; above the limit, request it. */
  'accounts.credit': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** how much. */
      amount: Amount;
      /** of which account. */
      currency: string;
      /** why; shown as the description. */
      reason: string;
    };
    output: {
      id: string;
      project_id: string;
      status: 'booked' | 'requested' | 'approved' | 'refused';
      decider: 'second_person' | 'nobody' | null;
      credited: {
        amount: Amount;
        currency: string;
      } | null;
    };
  };
  /** Book a manual debit, shown to the merchant as ManualBalanceTransaction; above the limit, request it. */
  'accounts.debit': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** how much. */
      amount: Amount;
      /** of which account. */
      currency: string;
      /** why; shown as the description. */
      reason: string;
    };
    output: {
      id: string;
      project_id: string;
      status: 'booked' | 'requested' | 'approved' | 'refused';
      decider: 'second_person' | 'nobody' | null;
      debited: {
        amount: Amount;
        currency: string;
      } | null;
    };
  };
  /** When the books were proven, the longest ago first, and what was found wrong in them. */
  'books.show': {
    input: Nothing;
    output: {
      projects: {
        project_id: string;
        project: string;
        proven_at: Time | null;
        is_due: boolean;
      }[];
      has_more_projects: boolean;
      whole: {
        began_at: Time;
        ended_at: Time | null;
        found: number;
      } | null;
      found: {
        alarm_id: string;
        found_at: Time;
        project_id: string | null;
        invariant:
          | 'account_sums_nonzero'
          | 'last_entry_mismatch'
          | 'statement_total_mismatch'
          | 'hold_sum_mismatch'
          | 'settled_transaction_unbooked'
          | 'deposits_account_mismatch'
          | 'withdrawals_account_mismatch'
          | 'unmatched_deposit_credited'
          | 'hold_without_quote'
          | 'transaction_sum_mismatch'
          | 'transaction_total_count_mismatch'
          | 'approvals_missing'
          | 'deposit_return_mismatch'
          | 'payout_status_mismatch'
          | 'transfer_cost_unbooked'
          | 'dead_transfer_cost_booked'
          | 'refund_withdrawal_mismatch'
          | 'deposit_posting_mismatch'
          | 'day_sums_mismatch'
          | 'hour_sums_mismatch'
          | 'balance_mismatch'
          | 'posting_sequence_gap'
          | 'entry_sequence_broken'
          | 'booked_transactions_mismatch'
          | 'statement_mismatch'
          | 'transaction_block_sum_mismatch'
          | 'transaction_bucket_count_mismatch'
          | 'chain_account_mismatch'
          | 'entry_without_account'
          | 'verified_entry_changed'
          | 'statement_sequence_broken'
          | 'verified_statement_row_changed'
          | 'list_count_mismatch'
          | 'posting_entries_unpaired'
          | 'object_count_mismatch';
        facts: JsonObject;
      }[];
      has_more_found: boolean;
    };
  };
  /** Point the project's callbacks at a URL (--add: at one more); prints the secret of a new endpoint. */
  'callbacks.set': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** where callbacks are sent. */
      url: string;
      /** add an endpoint instead of changing the first. */
      add?: boolean | undefined;
    };
    output: {
      project_id: string;
      endpoint_id: string;
      url: string;
      secret: {
        callback_secret: string;
        standard_webhooks_secret: string;
      } | null;
    };
  };
  /** List the endpoints. */
  'callbacks.list': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
    };
    output: {
      id: string;
      url: string;
      enabled: boolean;
    }[];
  };
  /** Deliver to an endpoint again. */
  'callbacks.enable': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the endpoint. */
      endpoint_id: string;
    };
    output: {
      id: string;
      url: string;
      enabled: boolean;
    };
  };
  /** Deliver nothing more to an endpoint; what is undelivered waits. */
  'callbacks.disable': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the endpoint. */
      endpoint_id: string;
    };
    output: {
      id: string;
      url: string;
      enabled: boolean;
    };
  };
  /** Make a new secret; the old one stays in force for 24 hours (--finish: ends that now). */
  'callbacks.rotate': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the endpoint. */
      endpoint_id: string;
      /** end the overlap: the new secret alone signs. */
      finish?: boolean | undefined;
    };
    output: {
      endpoint_id: string;
      secret: {
        callback_secret: string;
        standard_webhooks_secret: string;
      } | null;
    };
  };
  /** Send a test callback to every endpoint (the running service delivers it). */
  'callbacks.test': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
    };
    output: {
      project_id: string;
      deliveries: {
        id: string;
        url: string;
      }[];
    };
  };
  /** List deliveries, newest first. */
  'callbacks.log': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** only those. */
      status?: 'pending' | 'delivered' | 'failed' | undefined;
      /** only to this endpoint. */
      endpoint_id?: string | undefined;
      /** only about this object. */
      object_id?: string | undefined;
      /** only about objects of this type. */
      type?: string | undefined;
      /** only of this event. */
      event?: string | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        event: string;
        object_id: string;
        status: string;
        next_attempt_at: Time | null;
        url: string;
        endpoint_id: string;
        created_at: Time;
        delivered_at: Time | null;
        attempts: number;
      }[];
      next: string | null;
    };
  };
  /** List what callbacks tell, oldest first, from a place on; without one, say where it is. */
  'callbacks.events': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the page before, its `next`: what follows it. */
      after?: string | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
    };
    output: {
      project_id: string;
      rows: {
        id: string;
        event: string;
        object_id: string;
        created_at: Time;
        payload: string;
      }[];
      next: string;
      more: boolean;
    };
  };
  /** Show what was sent and what came back. */
  'callbacks.show': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the delivery. */
      delivery_id: string;
    };
    output: {
      id: string;
      event: string;
      object_id: string;
      status: string;
      next_attempt_at: Time | null;
      url: string;
      endpoint_id: string;
      created_at: Time;
      delivered_at: Time | null;
      payload: string;
      headers: {
        name: string;
        value: string | null;
      }[];
      attempts: {
        attempt: number;
        status_code: number | null;
        failure: string | null;
        answer_excerpt: string | null;
        milliseconds: number;
        created_at: Time;
      }[];
    };
  };
  /** Send a callback once more, now. */
  'callbacks.resend': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the delivery. */
      delivery_id: string;
    };
    output: {
      id: string;
    };
  };
  /** Send again, now, what was given up, oldest first and at most 1000 at a time. */
  'callbacks.resend-failed': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** only to this endpoint. */
      endpoint_id?: string | undefined;
      /** only what was made from this moment on. */
      from?: Time | Date | undefined;
    };
    output: {
      project_id: string;
      resent: number;
      left: number;
    };
  };
  /** List payments to channels, newest first. */
  'channel-payments.list': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** only those on hold. */
      held?: boolean | undefined;
      /** only those in this status. */
      status?: 'pending' | 'on_hold' | 'completed' | 'refunded' | 'cancelled' | undefined;
      /** only those paid in this coin. */
      coin?: string | undefined;
      /** only to this channel. */
      channel_id?: string | undefined;
      /** only of this customer. */
      customer_id?: string | undefined;
      /** only those paid by this transaction. */
      txid?: string | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        amount: {
          amount: Amount;
          currency: string;
        };
        credited: {
          amount: Amount;
          currency: string;
        };
        status: string;
        context: string | null;
        risk: string | null;
        source: string | null;
        customer_id: string | null;
        channel_id: string;
        project_id: string;
        txid: string;
        created_at: Time;
      }[];
      next: string | null;
    };
  };
  /** Show what crediting a payment on hold, or sending it back, would come to now. */
  'channel-payments.preview': {
    input: {
      /** of the payment. */
      channel_payment_id: string;
    };
    output: {
      id: string;
      amount: {
        amount: Amount;
        currency: string;
      };
      context: string | null;
      needs_operator: boolean;
      credit: {
        fee: {
          amount: Amount;
          currency: string;
        };
        credited: {
          amount: Amount;
          currency: string;
        };
      } | null;
      address: string | null;
      network_fee: {
        amount: Amount;
        currency: string;
      } | null;
      received: {
        amount: Amount;
        currency: string;
      } | null;
    };
  };
  /** Credit a payment on hold, at the rate of this moment; of high risk by the operator alone. */
  'channel-payments.release': {
    input: {
      /** of the payment. */
      channel_payment_id: string;
      /** why; kept with the deposit. */
      reason: string;
    };
    output: {
      id: string;
      project_id: string;
      credited: {
        amount: Amount;
        currency: string;
      };
    };
  };
  /** Send a payment on hold back, less the network fee; of high risk by a project to the customer's address. */
  'channel-payments.return': {
    input: {
      /** of the payment. */
      channel_payment_id: string;
      /** where; without it to the customer's address of the coin. */
      to?: string | undefined;
      /** why; kept with the deposit. */
      reason: string;
    };
    output: {
      id: string;
      address: string | null;
      withdrawal_id: string | null;
    };
  };
  /** List manual corrections with who requested and who decided them, newest first. */
  'corrections.list': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** only those in this status. */
      status?: 'booked' | 'requested' | 'approved' | 'refused' | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        project_id: string;
        status: 'booked' | 'requested' | 'approved' | 'refused';
        type: 'credit' | 'debit';
        amount: {
          amount: Amount;
          currency: string;
        };
        value: {
          amount: Amount;
          currency: string;
        } | null;
        reason: string;
        requested_by: string;
        requested_at: Time;
        decided_by: string | null;
        decided_at: Time | null;
        refused_because: string | null;
      }[];
      next: string | null;
    };
  };
  /** Approve a manual correction that another person requested, and book it. */
  'corrections.approve': {
    input: {
      /** of the correction. */
      correction_id: string;
    };
    output: {
      id: string;
      project_id: string;
      type: 'credit' | 'debit';
      amount: {
        amount: Amount;
        currency: string;
      };
    };
  };
  /** Refuse a requested manual correction: nothing is booked. */
  'corrections.refuse': {
    input: {
      /** of the correction. */
      correction_id: string;
      /** why; kept with the correction. */
      reason: string;
    };
    output: {
      id: string;
      project_id: string;
    };
  };
  /** List customers by what their id begins with, in the order of their ids. */
  'customers.list': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** only those whose id begins with this. */
      begins?: string | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        currency: string;
        addresses: CustomerAddress[];
        created_at: Time;
      }[];
      next: string | null;
    };
  };
  /** List channels, newest first, or by what their reference begins with. */
  'channels.list': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** only those in this status. */
      status?: 'enabled' | 'disabled' | undefined;
      /** only those paid in this coin. */
      coin?: string | undefined;
      /** only of this customer. */
      customer_id?: string | undefined;
      /** only those whose reference begins with this. */
      custom_id?: string | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        name: string;
        status: 'enabled' | 'disabled';
        pay_currency: string;
        network: string;
        receiver_currency: string;
        address: string;
        custom_id: string | null;
        customer_id: string | null;
        created_at: Time;
      }[];
      next: string | null;
    };
  };
  /** List subscriptions, newest first, or by what mail or reference begins with. */
  'subscriptions.list': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** only those in this status. */
      status?: 'active' | 'cancelled' | undefined;
      /** only those in this currency. */
      currency?: string | undefined;
      /** only those whose payer's mail begins with this. */
      payer_email?: string | undefined;
      /** only those whose reference begins with this. */
      custom_id?: string | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        name: string;
        status: 'active' | 'cancelled';
        custom_id: string | null;
        price: {
          amount: Amount;
          currency: string;
        };
        period: 'day' | 'week' | 'month' | 'year';
        period_quantity: number;
        current_period_ends_at: Time;
        current_period_paid: boolean;
        payer_email: string;
        created_at: Time;
      }[];
      next: string | null;
    };
  };
  /** Show what is known of a customer: payers, what he paid, and what of it is held. */
  'customers.show': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** the merchant's id of the customer. */
      customer_id: string;
    };
    output: {
      id: string;
      project_id: string;
      currency: string | null;
      created_at: Time | null;
      payer_emails: string[];
      paid: {
        amount: Amount;
        currency: string;
      }[];
      held: {
        amount: Amount;
        currency: string;
      }[];
      looked_at: number;
      is_all: boolean;
    };
  };
  /** Show what is known of a subscription: since when, what was paid, and what is held. */
  'subscriptions.show': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the subscription. */
      subscription_id: string;
    };
    output: {
      id: string;
      project_id: string;
      status: 'active' | 'cancelled';
      starts_at: Time;
      created_at: Time;
      mail: {
        status: 'pending' | 'sent' | 'failed' | 'withdrawn';
        attempts: number;
        failure: string | null;
        created_at: Time;
        sent_at: Time | null;
        next_attempt_at: Time | null;
      } | null;
      paid: {
        amount: Amount;
        currency: string;
      }[];
      held: {
        amount: Amount;
        currency: string;
      }[];
      looked_at: number;
      is_all: boolean;
    };
  };
  /** Send the payer the mail of the current period again. */
  'subscriptions.send-again': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the subscription. */
      subscription_id: string;
    };
    output: {
      id: string;
    };
  };
  /** List unmatched money, newest first. */
  'deposits.unmatched': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** only of this coin. */
      coin?: string | undefined;
      /** only what is nobody's for this reason. */
      reason?:
        | 'late'
        | 'surplus'
        | 'channel_payment_over'
        | 'no_tag'
        | 'unknown_tag'
        | 'unknown_address'
        | 'other_network'
        | 'other_asset'
        | 'below_minimum'
        | undefined;
      /** only of this transaction. */
      txid?: string | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        amount: {
          amount: Amount;
          currency: string;
        };
        status: string;
        reason:
          | 'late'
          | 'surplus'
          | 'channel_payment_over'
          | 'no_tag'
          | 'unknown_tag'
          | 'unknown_address'
          | 'other_network'
          | 'other_asset'
          | 'below_minimum';
        why: string;
        seen_at: Time;
        project_id: string | null;
        came_to: {
          type: string;
          id: string;
        } | null;
        tag: number | null;
        txid: string;
        risk: string | null;
      }[];
      next: string | null;
    };
  };
  /** Show what crediting an unmatched deposit, or sending it back, would come to now. */
  'deposits.preview': {
    input: {
      /** of the deposit. */
      deposit_id: string;
    };
    output: {
      id: string;
      amount: {
        amount: Amount;
        currency: string;
      };
      credit: {
        fee: {
          amount: Amount;
          currency: string;
        };
        credited: {
          amount: Amount;
          currency: string;
        };
      } | null;
      network_fee: {
        amount: Amount;
        currency: string;
      } | null;
      received: {
        amount: Amount;
        currency: string;
      } | null;
    };
  };
  /** Show what was decided about a deposit, and why. */
  'deposits.history': {
    input: {
      /** of the deposit. */
      deposit_id: string;
    };
    output: {
      at: Time;
      decision: 'credited' | 'attached' | 'sent_back' | 'released' | 'returned_to_inbox';
      project_id: string;
      facts: JsonObject;
    }[];
  };
  /** List what was decided about money that could not be credited by itself, newest first. */
  'deposits.decided': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** only of this transaction. */
      txid?: string | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the page before, its `next`: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        at: Time;
        decision: 'credited' | 'attached' | 'sent_back' | 'released' | 'returned_to_inbox';
        deposit_id: string;
        project_id: string;
        amount: {
          amount: Amount;
          currency: string;
        };
        txid: string;
        reason: string | null;
        cancel_code: 'too_dear' | 'price_over' | 'asked_by_merchant' | null;
      }[];
      next: string | null;
    };
  };
  /** List unconfirmed payments of BCH whose money is proven to be spent twice. */
  'deposits.contested': {
    input: {
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        coin: string;
        amount: {
          amount: Amount;
          currency: string;
        };
        txid: string;
        project_id: string | null;
        owner: {
          type: string;
          id: string;
        } | null;
        proof: string;
        seen_at: Time;
      }[];
      next: string | null;
    };
  };
  /** List arrivals of tokens that this instance has not configured: nothing is credited. */
  'deposits.unknown-tokens': {
    input: Nothing;
    output: {
      arrivals: {
        coin: string;
        network: string;
        contract: string;
        amount: string;
        address: string;
        txid: string;
        project_id: string | null;
        seen_at: Time;
      }[];
      omitted: {
        coin: string;
        day: string;
        arrivals: number;
      }[];
    };
  };
  /** Credit an unmatched deposit to the project's account of the coin. */
  'deposits.credit': {
    input: {
      /** of the deposit. */
      deposit_id: string;
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** why; shown to the merchant as the description. */
      reason: string;
    };
    output: {
      id: string;
      project_id: string;
      credited: {
        amount: Amount;
        currency: string;
      };
    };
  };
  /** Send an unmatched deposit back, less the network fee. */
  'deposits.refund': {
    input: {
      /** of the deposit. */
      deposit_id: string;
      /** where; on XRP with ?dt=<tag>, or ?dt=0 when there is none. */
      to: string;
      /** why; shown to the merchant as the description. */
      reason: string;
      /** whose books it goes through, when it belongs to no project. */
      project?: string | undefined;
    };
    output: {
      id: string;
      withdrawal_id: string;
      withdrawal_status: string;
    };
  };
  /** Make an unmatched deposit a payment of an open invoice or of a channel. */
  'deposits.attach': {
    input: {
      /** of the deposit. */
      deposit_id: string;
      /** of the invoice or channel. */
      id: string;
      /** why; kept with the deposit. */
      reason: string;
    };
    output: {
      id: string;
      attached: {
        amount: Amount;
        currency: string;
      };
      owner: {
        type: string;
        id: string;
      };
    };
  };
  /** List invoices, newest first, or those of a project by what the mail begins with. */
  'invoices.list': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** only those in this status. */
      status?: 'new' | 'completed' | 'unresolved' | 'refunded' | 'cancelled' | undefined;
      /** only those that are undecided for this reason. */
      context?: 'overpaid' | 'underpaid' | 'paid_late' | 'illicit_resource' | undefined;
      /** only those to be paid in this coin. */
      coin?: string | undefined;
      /** only of this customer. */
      customer_id?: string | undefined;
      /** only of this subscription. */
      subscription_id?: string | undefined;
      /** only those whose payer's mail begins with this. */
      payer_email?: string | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        project_id: string;
        custom_id: string | null;
        name: string | null;
        status: 'new' | 'completed' | 'unresolved' | 'refunded' | 'cancelled';
        context: 'overpaid' | 'underpaid' | 'paid_late' | 'illicit_resource' | null;
        price: {
          amount: Amount;
          currency: string;
        };
        pay: {
          amount: Amount;
          currency: string;
        };
        paid: {
          amount: Amount;
          currency: string;
        };
        network: string;
        customer_id: string | null;
        created_at: Time;
        expires_at: Time;
      }[];
      next: string | null;
    };
  };
  /** List invoices that hold money of high risk, newest first. */
  'invoices.illicit': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        project_id: string;
        customer_id: string | null;
        requested: {
          amount: Amount;
          currency: string;
        };
        source: string | null;
        created_at: Time;
      }[];
      next: string | null;
    };
  };
  /** Show what refunding an unresolved invoice would come to now. */
  'invoices.preview': {
    input: {
      /** of the invoice. */
      invoice_id: string;
    };
    output: {
      id: string;
      paid: {
        amount: Amount;
        currency: string;
      };
      refunded: {
        amount: Amount;
        currency: string;
      };
      fee: {
        amount: Amount;
        currency: string;
      };
      credited: {
        amount: Amount;
        currency: string;
      };
      settled: {
        price: {
          amount: Amount;
          currency: string;
        };
        fee: {
          amount: Amount;
          currency: string;
        };
      } | null;
      network_fee: {
        amount: Amount;
        currency: string;
      } | null;
      received: {
        amount: Amount;
        currency: string;
      } | null;
    };
  };
  /** Let the merchant of such an invoice refund or recalculate it. */
  'invoices.release': {
    input: {
      /** of the invoice. */
      invoice_id: string;
      /** why; kept with its deposits. */
      reason: string;
    };
    output: {
      id: string;
      project_id: string;
    };
  };
  /** List what people did and were refused, newest first. */
  'journal.list': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** only by this one. */
      actor?: string | undefined;
      /** only this, or all of a group: withdrawals.cancel, withdrawals. */
      operation?: string | undefined;
      /** only on the object with this id. */
      object_id?: string | undefined;
      /** only with this outcome; begun: it runs, or was cut. */
      outcome?: 'begun' | 'done' | 'refused' | 'failed' | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        at: Time;
        actor: string;
        actor_kind: string;
        face: string;
        address: string | null;
        step_up: JsonObject | null;
        operation: string;
        project_id: string | null;
        object_type: string | null;
        object_id: string | null;
        reason: string | null;
        input: JsonObject;
        outcome: 'begun' | 'done' | 'refused' | 'failed';
        code: string | null;
        problems: {
          field: string;
          code: string;
        }[];
        ended_at: Time | null;
        before: unknown;
        after: unknown;
      }[];
      next: string | null;
    };
  };
  /** Make an API key; its secret is shown once. */
  'keys.create': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** what it is for (unnamed). */
      name?: string | undefined;
      /** dialect that the key speaks (1). */
      api_version?: '1' | '2' | undefined;
      /** comma-separated: read, write, payout (read). */
      permissions?: readonly ('read' | 'write' | 'payout')[] | undefined;
      /** comma-separated addresses or ranges it may be used from. */
      ip_allow_list?: readonly string[] | undefined;
    };
    output: {
      api_key: string;
      api_secret: string;
    };
  };
  /** List the keys of a project. */
  'keys.list': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
    };
    output: {
      key: string;
      name: string;
      api_version: number;
      permissions: string[];
      ip_allow_list: string[];
      made_by: string | null;
      made_by_system_user: boolean;
      created_at: Time;
      used_at: Time | null;
      revoked_at: Time | null;
    }[];
  };
  /** Revoke a key; every process refuses it within seconds. */
  'keys.revoke': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** its public part. */
      key: string;
    };
    output: {
      project_id: string;
      key: string;
    };
  };
  /** Show what needs a person now, what merchants own, and what happened last. */
  'overview.show': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** in which everything is valued (EUR). */
      currency?: string | undefined;
    };
    output: {
      needs: {
        kind:
          | 'deposits_unmatched'
          | 'withdrawals_for_approval'
          | 'withdrawals_on_hold'
          | 'withdrawals_failed'
          | 'invoices_unresolved'
          | 'invoices_illicit'
          | 'channel_payments_held'
          | 'callbacks_given_up'
          | 'payout_stops'
          | 'corrections_for_approval'
          | 'alarms'
          | 'chains_unread'
          | 'quarantines'
          | 'hot_wallets_low'
          | 'alarms_untold'
          | 'rates_stale';
        count: number;
        /** There are more: they are counted up to 100. */
        is_capped: boolean;
        projects: {
          project_id: string;
          /** Of those. */
          count: number;
        }[];
      }[];
      accounts: {
        currency: string;
        available: Amount;
        held: Amount;
        on_its_way: Amount;
        arriving: Amount;
        value: Amount | null;
      }[];
      currency: string;
      total: {
        amount: Amount;
        currency: string;
      } | null;
      latest: {
        type: string;
        event: string;
        object_id: string;
        project_id: string;
        at: Time;
        status: string | null;
      }[];
    };
  };
  /** Show what came in and went out by day, and what became of the invoices of each. */
  'overview.flows': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** of the first day (UTC); 30 days up to the last unless told, 400 at most. */
      from?: Time | Date | undefined;
      /** of the last day; today unless told. */
      to?: Time | Date | undefined;
      /** in which everything is valued (EUR). */
      currency?: string | undefined;
    };
    output: {
      /** As in 2026-11-23, UTC. */
      from: string;
      /** As in 2026-11-23, UTC. */
      to: string;
      currency: string;
      days: {
        /** As in 2026-11-23, UTC. */
        day: string;
        currency: string;
        credited: Amount;
        debited: Amount;
        credited_value: Amount | null;
        debited_value: Amount | null;
      }[];
      invoices: {
        /** As in 2026-11-23, UTC. */
        day: string;
        status: string;
        count: number;
      }[];
    };
  };
  /** Send nothing more for a project: its withdrawals are taken and wait. */
  'payouts.stop': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** why; kept with the stop. */
      reason: string;
    };
    output: {
      project_id: string;
    };
  };
  /** List the stops that stand, newest first. */
  'payouts.stops': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** also those that were lifted. */
      all?: boolean | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        project_id: string;
        cause: 'broken_books' | 'reversed_deposit' | 'person';
        began_at: Time;
        lifted_at: Time | null;
        lifted_reason: string | null;
        reason: string | null;
        facts: JsonObject;
      }[];
      next: string | null;
    };
  };
  /** Lift a stop; the project pays again when it was the last one. */
  'payouts.resume': {
    input: {
      /** of the stop. */
      stop_id: string;
      /** what was found and done; kept with the stop. */
      reason: string;
    };
    output: {
      id: string;
      project_id: string;
      pays_again: boolean;
    };
  };
  /** Print the policy in force, as it was set. */
  'policy.show': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** another version. */
      version_number?: number | undefined;
    };
    output: {
      /** 0: the built-in policy. */
      version: number;
      document: string;
    };
  };
  /** Say what is wrong with a policy, all at once. */
  'policy.check': {
    input: {
      /** people of several projects say in which. */
      project?: string | undefined;
      /** the policy, as JSON. */
      document: string;
    };
    output: {
      rules: number;
    };
  };
  /** Put a policy in force; the withdrawals from now on are decided by it. */
  'policy.set': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** the policy, as JSON. */
      document: string;
      /** why; kept with the version. */
      note?: string | undefined;
    };
    output: {
      project_id: string;
      version: number;
      warnings: string[];
      warned: {
        kind: 'approvals_unmet' | 'key_unknown';
        /** approvals. */
        wanted: number | null;
        /** approvers. */
        present: number | null;
        key: string | null;
      }[];
    };
  };
  /** List the versions, newest first. */
  'policy.history': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the page before, its `next`. */
      after?: number | undefined;
    };
    output: {
      rows: {
        version: number;
        set_at: Time;
        note: string | null;
      }[];
      next: number | null;
    };
  };
  /** What rules refused and people decided or changed, newest first. */
  'policy.journal': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** only what was done in this way. */
      step?:
        | 'policy_set'
        | 'approver_added'
        | 'approver_removed'
        | 'address_listed'
        | 'address_unlisted'
        | 'refused_by_rule'
        | 'approved'
        | 'released'
        | 'refused'
        | undefined;
      /** only about this withdrawal. */
      withdrawal_id?: string | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        at: Time;
        step: string;
        withdrawal_id: string | null;
        approver: string | null;
        facts: JsonObject;
      }[];
      next: string | null;
    };
  };
  /** Show how much of the limits of the policy in force is used. */
  'policy.windows': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
    };
    output: {
      rule: string;
      /** of the window, up to this moment. */
      hours: number;
      per: 'project' | 'key' | 'customer' | 'coin' | 'destination';
      limit: {
        amount: Amount;
        currency: string;
      } | null;
      limit_count: number | null;
      used: {
        /** the key, customer, coin or destination; empty: of none. */
        of: string;
        name: string | null;
        value: {
          amount: Amount;
          currency: string;
        };
        count: number;
        /** rounded down; null: nothing is let through. */
        percent: number | null;
      }[];
    }[];
  };
  /** Replay the last 30 days against a policy: what would be decided differently. */
  'policy.test': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** the policy, as JSON. */
      document: string;
      /** how many days (30). */
      days?: number | undefined;
    };
    output: {
      attempts: number;
      allow: number;
      hold: number;
      refuse: number;
      differing: number;
      differences: {
        at: Time;
        id: string;
        value: {
          amount: Amount;
          currency: string;
        };
        to: string;
        was: string;
        would_be: string;
        was_decided: {
          outcome: 'allow' | 'hold' | 'refuse';
          rule: string;
          rule_code: 'looks_like_known' | 'everything_else' | 'above_setting' | null;
          approvals: number;
          /** of the policy; 0: the built-in one. */
          version: number;
        };
        would_decide: {
          outcome: 'allow' | 'hold' | 'refuse';
          rule: string;
          rule_code: 'looks_like_known' | 'everything_else' | 'above_setting' | null;
          approvals: number;
          /** of the policy; 0: the built-in one. */
          version: number;
        };
      }[];
    };
  };
  /** Make an approver; his code is shown once. */
  'policy.approvers.add': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the approver. */
      name: string;
      /** the API key he uses himself: its withdrawals he may not approve. */
      key?: string | undefined;
    };
    output: {
      name: string;
      code: string;
    };
  };
  /** List the approvers. */
  'policy.approvers.list': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
    };
    output: {
      name: string;
      own_key: string | null;
      since: Time;
    }[];
  };
  /** Take the right to approve away; what is not released yet loses his approval. */
  'policy.approvers.remove': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the approver. */
      name: string;
    };
    output: {
      name: string;
    };
  };
  /** Put a destination into the address book. */
  'policy.addresses.add': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** which coin. */
      currency: string;
      /** on XRP with ?dt=<tag>. */
      address: string;
      /** whose it is. */
      name?: string | undefined;
    };
    output: {
      coin: string;
      address: string;
      tag: number | null;
    };
  };
  /** Take a destination off the address book. */
  'policy.addresses.remove': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** which coin. */
      currency: string;
      /** on XRP with ?dt=<tag>. */
      address: string;
    };
    output: {
      coin: string;
      address: string;
      tag: number | null;
    };
  };
  /** Show the address book. */
  'policy.addresses.list': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** also destinations that are known because they were paid. */
      all?: boolean | undefined;
      /** only of this coin. */
      coin?: string | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the page before, its `next`: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        coin: string;
        destination: string;
        name: string | null;
        listed_at: Time | null;
        first_paid_at: Time | null;
      }[];
      next: string | null;
    };
  };
  /** List committed withdrawals, newest first. */
  'withdrawals.list': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** only those in this status. */
      status?:
        | 'new'
        | 'pending'
        | 'on_hold'
        | 'processing'
        | 'sent'
        | 'completed'
        | 'failed'
        | 'cancelled'
        | undefined;
      /** only of this coin. */
      coin?: string | undefined;
      /** only from the account in this currency. */
      currency?: string | undefined;
      /** only with this reference. */
      custom_id?: string | undefined;
      /** only of this customer. */
      customer_id?: string | undefined;
      /** only to this address. */
      address?: string | undefined;
      /** only those that this transaction pays. */
      txid?: string | undefined;
      /** only those on hold whose next step is theirs. */
      waits_for?: 'approvers' | 'operator' | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        status:
          | 'new'
          | 'pending'
          | 'on_hold'
          | 'processing'
          | 'sent'
          | 'completed'
          | 'failed'
          | 'cancelled';
        sends: {
          amount: Amount;
          currency: string;
        };
        charged: {
          amount: Amount;
          currency: string;
        };
        address: string;
        tag: number | null;
        waits_for: string | null;
        ended_because: string | null;
        wait_code:
          | 'hot_wallet_short'
          | 'collecting_coins'
          | 'waiting_for_gas'
          | 'short_of_gas'
          | 'fee_above_budget'
          | 'cannot_be_planned'
          | 'payouts_stopped'
          | 'awaits_final_blocks'
          | 'no_signer'
          | 'signer_refuses'
          | 'quarantined'
          | 'not_payable'
          | 'lacked_funds'
          | 'not_carried_out'
          | 'refused_for_good'
          | 'being_voided'
          | 'network_refuses'
          | 'above_setting'
          | 'held'
          | 'cancelled'
          | null;
        wait_said: string | null;
        wait_detail:
          | 'looks_like_known'
          | 'maybe_paid'
          | 'too_dear'
          | 'price_over'
          | 'asked_by_merchant'
          | 'account_missing'
          | 'tag_required'
          | 'xrp_unwanted'
          | 'not_authorised'
          | 'takes_no_payments'
          | 'unspendable'
          | 'token_contract'
          | 'below_dust'
          | null;
        wait_about: string | null;
        txid: string | null;
        custom_id: string | null;
        project_id: string;
        created_at: Time;
      }[];
      next: string | null;
    };
  };
  /** Show one withdrawal, and whether it was sent: every attempt, step by step. */
  'withdrawals.show': {
    input: {
      /** of the withdrawal. */
      withdrawal_id: string;
    };
    output: {
      id: string;
      status:
        | 'new'
        | 'pending'
        | 'on_hold'
        | 'processing'
        | 'sent'
        | 'completed'
        | 'failed'
        | 'cancelled';
      sends: {
        amount: Amount;
        currency: string;
      };
      charged: {
        amount: Amount;
        currency: string;
      };
      address: string;
      tag: number | null;
      waits_for: string | null;
      ended_because: string | null;
      wait_code:
        | 'hot_wallet_short'
        | 'collecting_coins'
        | 'waiting_for_gas'
        | 'short_of_gas'
        | 'fee_above_budget'
        | 'cannot_be_planned'
        | 'payouts_stopped'
        | 'awaits_final_blocks'
        | 'no_signer'
        | 'signer_refuses'
        | 'quarantined'
        | 'not_payable'
        | 'lacked_funds'
        | 'not_carried_out'
        | 'refused_for_good'
        | 'being_voided'
        | 'network_refuses'
        | 'above_setting'
        | 'held'
        | 'cancelled'
        | null;
      wait_said: string | null;
      wait_detail:
        | 'looks_like_known'
        | 'maybe_paid'
        | 'too_dear'
        | 'price_over'
        | 'asked_by_merchant'
        | 'account_missing'
        | 'tag_required'
        | 'xrp_unwanted'
        | 'not_authorised'
        | 'takes_no_payments'
        | 'unspendable'
        | 'token_contract'
        | 'below_dust'
        | null;
      wait_about: string | null;
      txid: string | null;
      custom_id: string | null;
      project_id: string;
      created_at: Time;
      value: {
        amount: Amount;
        currency: string;
      } | null;
      decided: string | null;
      decision: {
        outcome: 'allow' | 'hold' | 'refuse';
        rule: string;
        rule_code: 'looks_like_known' | 'everything_else' | 'above_setting' | null;
        /** 0: the built-in policy. */
        version: number;
        approvals: number;
        reason: string | null;
        looks_like: string | null;
      } | null;
      api_key: string | null;
      customer_id: string | null;
      beneficiary: JsonObject | null;
      price: {
        state: 'holds' | 'over' | 'repriced' | 'no_rate';
        text: string;
        other: {
          amount: Amount;
          currency: string;
          rate: string | null;
        } | null;
        /** not above what its maker allows. */
        is_allowed: boolean;
        until: string | null;
      } | null;
      people: {
        at: Time;
        step: string;
        approver: string | null;
        facts: JsonObject;
      }[];
      sent: string;
      was_sent: {
        code: 'confirmed' | 'broadcast' | 'perhaps' | 'paid_nothing' | 'found' | 'not_sent';
        txid: string | null;
      };
      attempts: {
        at: Time;
        step:
          | 'reserved'
          | 'signed'
          | 'broadcast'
          | 'seen'
          | 'refused'
          | 'confirmed'
          | 'left_the_chain'
          | 'replaced'
          | 'bumped'
          | 'dead'
          | 'failed_on_chain';
        transfer_id: string;
        txid: string | null;
        facts: JsonObject;
      }[];
    };
  };
  /** Say what would become of withdrawals asked for now, one after the other; none is made. */
  'withdrawals.rehearse': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** as a JSON list, each as the API creates one; 500 at most. */
      withdrawals: string;
    };
    output: {
      rows: {
        problems: {
          target: string;
          code: string;
          message: string;
          args: JsonObject;
        }[];
        sends: {
          amount: Amount;
          currency: string;
        } | null;
        charged: {
          amount: Amount;
          currency: string;
        } | null;
        decision: {
          outcome: 'allow' | 'hold' | 'refuse';
          rule: string;
          rule_code: 'looks_like_known' | 'everything_else' | 'above_setting' | null;
          /** 0: the built-in policy. */
          version: number;
          approvals: number;
          reason: string | null;
          looks_like: string | null;
        } | null;
      }[];
      /** the sum of those without a problem. */
      charged: {
        amount: Amount;
        currency: string;
      }[];
    };
  };
  /** Send a withdrawal that is on hold, unless a rule wants it approved. */
  'withdrawals.release': {
    input: {
      /** of the withdrawal. */
      withdrawal_id: string;
    };
    output: {
      id: string;
      released: boolean;
      price: {
        state: 'holds' | 'over' | 'repriced' | 'no_rate';
        text: string;
        other: {
          amount: Amount;
          currency: string;
          rate: string | null;
        } | null;
        /** not above what its maker allows. */
        is_allowed: boolean;
        until: string | null;
      } | null;
      cancelled_because: string | null;
      cancelled_detail: 'too_dear' | 'price_over' | 'asked_by_merchant' | null;
      repriced: {
        charged: {
          amount: Amount;
          currency: string;
        };
        rate: string | null;
        was: {
          amount: Amount;
          currency: string;
        };
        was_rate: string | null;
      } | null;
    };
  };
  /** Give up a withdrawal of which nothing was signed; the account gets everything back. */
  'withdrawals.cancel': {
    input: {
      /** of the withdrawal. */
      withdrawal_id: string;
      /** why; kept with the withdrawal. */
      reason: string;
    };
    output: {
      id: string;
      project_id: string;
    };
  };
  /** End a withdrawal that is signed and not in a block: what it spends goes back to us, then it is cancelled. */
  'withdrawals.void': {
    input: {
      /** of the withdrawal. */
      withdrawal_id: string;
      /** why; kept with the withdrawal. */
      reason: string;
    };
    output: {
      id: string;
      txid: string | null;
    };
  };
  /** Send a failed withdrawal again, of which nothing is or can be in the chain. */
  'withdrawals.retry': {
    input: {
      /** of the withdrawal. */
      withdrawal_id: string;
    };
    output: {
      id: string;
    };
  };
  /** Approve a withdrawal on hold; with the last approval needed it is sent. */
  'withdrawals.approve': {
    input: {
      /** of the withdrawal. */
      withdrawal_id: string;
      /** the approver; who is signed in is one by his role. */
      approver?: string | undefined;
      /** the code of the approver. */
      code?: string | undefined;
    };
    output: {
      id: string;
      given: number;
      needed: number;
      released: {
        id: string;
        released: boolean;
        price: {
          state: 'holds' | 'over' | 'repriced' | 'no_rate';
          text: string;
          other: {
            amount: Amount;
            currency: string;
            rate: string | null;
          } | null;
          /** not above what its maker allows. */
          is_allowed: boolean;
          until: string | null;
        } | null;
        cancelled_because: string | null;
        cancelled_detail: 'too_dear' | 'price_over' | 'asked_by_merchant' | null;
        repriced: {
          charged: {
            amount: Amount;
            currency: string;
          };
          rate: string | null;
          was: {
            amount: Amount;
            currency: string;
          };
          was_rate: string | null;
        } | null;
      } | null;
    };
  };
  /** Refuse a withdrawal on hold: it is cancelled, the account gets everything back. */
  'withdrawals.refuse': {
    input: {
      /** of the withdrawal. */
      withdrawal_id: string;
      /** the approver; who is signed in is one by his role. */
      approver?: string | undefined;
      /** the code of the approver. */
      code?: string | undefined;
      /** why; kept with the withdrawal. */
      reason: string;
    };
    output: {
      id: string;
      project_id: string;
    };
  };
  /** Send nothing more of a coin, or of all; before a restored backup is started. */
  'quarantine.begin': {
    input: {
      /** a coin, or all. */
      coin: string;
      /** why; shown until it ends. */
      reason: string;
    };
    output: {
      coin: string;
    }[];
  };
  /** List the quarantines, and what was spent without a transfer of ours. */
  'quarantine.show': {
    input: Nothing;
    output: {
      coin: string;
      reason: string;
      began_at: Time;
      reconciled_at: Time | null;
      unknown: {
        coin: string;
        kind: string;
        subject: string;
        txid: string;
        project_id: string | null;
        block_height: number | null;
        block_hash: string | null;
      }[];
      mark: string;
      lost: {
        coin: string;
        txid: string;
        address: string;
        tag: number | null;
        amount: Amount;
      }[];
    }[];
  };
  /** Send again; possible when the chain was read to its tip. */
  'quarantine.end': {
    input: {
      /** a coin, or all. */
      coin: string;
      /** complete the withdrawals that the list shows as paid, and forget spent outputs. */
      accept?: boolean | undefined;
      /** of the list as it was shown, to accept it: refused when it is another one now. */
      mark?: string | undefined;
      /** why; kept in the journal. */
      reason?: string | undefined;
    };
    output: {
      coin: string;
      accepted: number;
    }[];
  };
  /** Sales, fees, network costs, spread and losses of a time, and what is owed at its end. */
  'reports.show': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** of the first day (UTC); 30 days up to the last unless told, 400 periods at most. */
      from?: Time | Date | undefined;
      /** of the last day; today unless told. */
      to?: Time | Date | undefined;
      /** a row for each; month unless told. */
      by?: 'day' | 'month' | 'year' | undefined;
      /** in which the spread is valued (EUR), at the rates of now. */
      currency?: string | undefined;
    };
    output: {
      /** As in 2026-11-23, 2026-11 or 2026, UTC. */
      from: string;
      /** As in 2026-11-23, 2026-11 or 2026, UTC. */
      to: string;
      by: 'day' | 'month' | 'year';
      currency: string;
      sales: {
        /** As in 2026-11-23, 2026-11 or 2026, UTC. */
        period: string;
        type: string;
        coin: string;
        currency: string;
        count: number;
        received: Amount;
        credited: Amount;
      }[];
      fees: {
        /** As in 2026-11-23, 2026-11 or 2026, UTC. */
        period: string;
        currency: string;
        earned: Amount;
      }[];
      network: {
        /** As in 2026-11-23, 2026-11 or 2026, UTC. */
        period: string;
        currency: string;
        charged: Amount;
        paid: Amount;
      }[];
      exchange: {
        /** As in 2026-11-23, 2026-11 or 2026, UTC. */
        period: string;
        currency: string;
        taken: Amount;
        given: Amount;
        value: Amount | null;
      }[];
      spread: {
        /** As in 2026-11-23, 2026-11 or 2026, UTC. */
        period: string;
        value: Amount | null;
      }[];
      losses: {
        /** As in 2026-11-23, 2026-11 or 2026, UTC. */
        period: string;
        currency: string;
        lost: Amount;
        restored: Amount;
      }[];
      ends: {
        currency: string;
        owned: Amount;
        arriving: Amount;
        on_its_way: Amount;
        owed: Amount;
        in_books: Amount;
      }[];
      solvency:
        | {
            currency: string;
            owed: Amount;
            held: Amount;
            declared: Amount;
            rest: Amount;
          }[]
        | null;
    };
  };
  /** The same as lines with one amount each, for a file; all of them are one page. */
  'reports.lines': {
    input: {
      /** only of this project. */
      project?: string | undefined;
      /** of the first day (UTC); 30 days up to the last unless told, 400 periods at most. */
      from?: Time | Date | undefined;
      /** of the last day; today unless told. */
      to?: Time | Date | undefined;
      /** a row for each; month unless told. */
      by?: 'day' | 'month' | 'year' | undefined;
      /** in which the spread is valued (EUR), at the rates of now. */
      currency?: string | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        part: 'sales' | 'fees' | 'network' | 'exchange' | 'spread' | 'losses' | 'ends' | 'solvency';
        /** As in 2026-11-23, 2026-11 or 2026, UTC. */
        period: string;
        type: string | null;
        coin: string | null;
        count: number | null;
        item: string;
        amount: Amount;
        currency: string;
      }[];
      next: string | null;
    };
  };
  /** List what programs of the project asked in the last days, newest first. */
  'requests.list': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** only those (all). */
      outcome?: 'succeeded' | 'refused' | 'failed' | undefined;
      /** only paths that begin so: /api/invoices. */
      path?: string | undefined;
      /** only by this key, its public part. */
      key?: string | undefined;
      /** only this one, as its answer named it. */
      request_id?: string | undefined;
      /** from this moment on, inclusive. */
      from?: Time | Date | undefined;
      /** up to this moment, inclusive; a date includes its whole day, in UTC. */
      to?: Time | Date | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the last one that was shown before: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        id: string;
        request_id: string;
        at: Time;
        method: string;
        path: string;
        key: string;
        key_name: string | null;
        signed: boolean;
        status: number;
        milliseconds: number;
        code: string | null;
        message: string | null;
        problems: {
          field: string;
          code: string;
          message: string;
        }[];
        input: JsonObject | null;
        ignored: string | null;
        left_out: number;
      }[];
      next: string | null;
    };
  };
  /** Rate an address high: its deposits are held, nothing is sent there. */
  'risk.block': {
    input: {
      /** which coin. */
      currency: string;
      /** the address. */
      address: string;
      /** who this is; shown as the resource name. */
      note?: string | undefined;
    };
    output: {
      list: string;
      currency: string;
      address: string;
    };
  };
  /** Rate an address low, unless a sanctions list names it. */
  'risk.allow': {
    input: {
      /** which coin. */
      currency: string;
      /** the address. */
      address: string;
      /** who this is; shown as the resource name. */
      note?: string | undefined;
      /** also when a sanctions list names it: checked by a person. */
      despite_sanctions?: boolean | undefined;
    };
    output: {
      list: string;
      currency: string;
      address: string;
    };
  };
  /** Take an address off your lists. */
  'risk.remove': {
    input: {
      /** which coin. */
      currency: string;
      /** the address. */
      address: string;
    };
    output: {
      currency: string;
      address: string;
      removed: boolean;
    };
  };
  /** Say what would become of a file of addresses, and what is wrong with it, all at once. */
  'risk.check-import': {
    input: {
      /** onto which list. */
      list: 'allow' | 'allow_despite_sanctions' | 'block';
      /** addresses line by line, CSV or JSON, with or without their coins. */
      document: string;
    };
    output: {
      new: number;
      /** on that list already. */
      known: number;
      /** of coins that the till does not have. */
      ignored: number;
      wrong: number;
      problems: {
        where: string;
        text: string;
        reason: string;
        coin: string | null;
        /** addresses of the coin have one, which lists leave out. */
        has_tag: boolean;
      }[];
    };
  };
  /** Put a file of addresses onto a list: all of them, or none when a line is wrong. */
  'risk.import': {
    input: {
      /** onto which list. */
      list: 'allow' | 'allow_despite_sanctions' | 'block';
      /** addresses line by line, CSV or JSON, with or without their coins. */
      document: string;
      /** who this is; shown as the resource name. */
      note?: string | undefined;
    };
    output: {
      list: string;
      new: number;
      known: number;
    };
  };
  /** Show your lists. */
  'risk.list': {
    input: {
      /** only of this list. */
      list?: 'allow' | 'allow_despite_sanctions' | 'block' | undefined;
      /** only of this coin. */
      coin?: string | undefined;
      /** only this address. */
      address?: string | undefined;
      /** how many at most (50). */
      limit?: number | undefined;
      /** of the page before, its `next`: what follows it. */
      after?: string | undefined;
    };
    output: {
      rows: {
        list: string;
        currency: string;
        address: string;
        name: string;
      }[];
      next: string | null;
    };
  };
  /** Assess an address as a deposit from it would be. */
  'risk.score': {
    input: {
      /** which coin. */
      currency: string;
      /** the address. */
      address: string;
    };
    output: Risk;
  };
  /** List the coins with how far each chain was read, its nodes, and what fees are now. */
  'nodes.list': {
    input: Nothing;
    output: {
      coin: string;
      network: string;
      ok: boolean;
      height: number | null;
      read_at: Time | null;
      final_height: number | null;
      block_at: Time | null;
      block_is_old: boolean;
      node_height: number | null;
      behind_blocks: number | null;
      looked_at: Time | null;
      seconds_since_look: number | null;
      failed_looks: number;
      last_error: string | null;
      nodes: {
        node: string;
        used: boolean;
        cause: 'silent' | 'wrong_network' | 'behind' | 'other_branch' | null;
        not_used_because: string | null;
        height: number | null;
        behind_blocks: number | null;
        peers: number | null;
      }[];
      fees: {
        slow: Amount;
        average: Amount;
        fast: Amount;
        currency: string;
        quoted_at: Time;
      } | null;
    }[];
  };
  /** List the rates in EUR with their age and sources, and why one is not in force. */
  'rates.list': {
    input: Nothing;
    output: {
      made_at: Time | null;
      fixed: boolean;
      spread_percent: Amount;
      sources_needed: number;
      rates: {
        base: string;
        quote: string;
        standing: 'in_force' | 'stale' | 'jumped' | 'missing';
        price: Amount | null;
        buy_rate: Amount | null;
        sell_rate: Amount | null;
        as_of: Time | null;
        age_seconds: number | null;
        sources: string[];
        apart_percent: Amount | null;
        jumped_to: Amount | null;
      }[];
    };
  };
  /** Show the versions of the till, Node.js and PostgreSQL, and its last migration. */
  'versions.show': {
    input: Nothing;
    output: {
      chaintill: string;
      node: string;
      postgresql: string;
      migration: {
        number: number;
        name: string;
        applied_at: Time;
      };
      mode: string;
      network: string;
    };
  };
  /** List recurring work with its last run, and what is due of rows that wait for work. */
  'workers.list': {
    input: Nothing;
    output: {
      recurring: {
        name: string;
        running: boolean;
        ended_at: Time | null;
        due_at: Time | null;
        failures: number;
        last_error: string | null;
      }[];
      queues: {
        name: string;
        due: number;
        oldest_due_at: Time | null;
      }[];
    };
  };
  /** Find by id or its beginning, reference, address, transaction, mail of a payer, or exact amount. */
  'search.find': {
    input: {
      /** what is looked for; at least 3 characters. */
      text: string;
      /** only in this project. */
      project?: string | undefined;
    };
    output: {
      type:
        | 'invoice'
        | 'withdrawal'
        | 'deposit'
        | 'channel'
        | 'channel_payment'
        | 'customer'
        | 'subscription'
        | 'exchange'
        | 'callback';
      id: string;
      project_id: string | null;
      title: string | null;
      status: string | null;
      value: {
        amount: Amount;
        currency: string;
      } | null;
      came_to: {
        type: string;
        id: string;
      } | null;
      at: Time;
    }[];
  };
  /** Show what an object booked, line by line, and its transactions on the chains. */
  'transactions.trace': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of what made the transaction: an invoice, a withdrawal, .... */
      reference_id: string;
    };
    output: {
      reference_type: string;
      reference_id: string;
      belongs_to: {
        type: string;
        id: string;
      } | null;
      rows: {
        id: string;
        currency: string;
        amount: Amount;
        fee: {
          amount: Amount;
          currency: string;
        } | null;
        custom_id: string | null;
        description: string | null;
        status: string | null;
        created_at: Time;
        booked_at: Time | null;
      }[];
      postings: {
        at: Time;
        of: {
          type: string;
          id: string;
        };
        purpose: string;
        from: string;
        to: string;
        amount: {
          amount: Amount;
          currency: string;
        };
      }[];
      on_chain: {
        id: string;
        direction: 'in' | 'out';
        coin: string;
        network: string;
        txid: string;
        explorer_url: string | null;
        amount: {
          amount: Amount;
          currency: string;
        };
        status: string;
        confirmations: number | null;
        confirmations_required: number | null;
        sources: string[];
        risk: {
          level: string;
          score: string;
          resource_name: string;
          resource_category: string;
        } | null;
        is_unmatched: boolean;
        seen_at: Time;
        confirmed_at: Time | null;
        assessed_at: Time | null;
        credited_at: Time | null;
      }[];
    };
  };
  /** List the people who may come in. */
  'users.list': {
    input: Nothing;
    output: {
      id: string;
      name: string;
      email: string | null;
      role: string | null;
      created_at: Time;
      disabled_at: Time | null;
      first_signed_in_at: Time | null;
      invitation_mail: 'pending' | 'sent' | 'failed' | null;
    }[];
  };
  /** Let somebody into the installation: a link that signs in once, valid for three days. */
  'users.invite': {
    input: {
      /** what he is called, in the journal too; left out: the first owner. */
      name?: string | undefined;
      /** where he gets mail. */
      email?: string | undefined;
      /** owner, operator or auditor; left out, he has roles in projects alone. */
      role?: 'owner' | 'operator' | 'auditor' | undefined;
      /** an owner: without a name another link for the first one. */
      owner?: boolean | undefined;
    };
    output: {
      user_id: string;
      name: string;
      link: string | null;
      expires_at: Time;
      /** the link is on its way by mail; it is then shown on the command line alone. */
      mailed: boolean;
    };
  };
  /** Make another link for somebody: he has lost his passkey, or the last link is over. */
  'users.link': {
    input: {
      /** of the user. */
      user_id: string;
    };
    output: {
      user_id: string;
      name: string;
      link: string | null;
      expires_at: Time;
      /** the link is on its way by mail; it is then shown on the command line alone. */
      mailed: boolean;
    };
  };
  /** Give somebody another role in the installation, or none. */
  'users.set-role': {
    input: {
      /** of the user. */
      user_id: string;
      /** left out: none. */
      role?: 'owner' | 'operator' | 'auditor' | undefined;
    };
    output: {
      id: string;
      name: string;
      email: string | null;
      role: string | null;
      created_at: Time;
      disabled_at: Time | null;
    };
  };
  /** Keep somebody out: his sessions and tokens end now. */
  'users.disable': {
    input: {
      /** of the user. */
      user_id: string;
    };
    output: {
      id: string;
      name: string;
      email: string | null;
      role: string | null;
      created_at: Time;
      disabled_at: Time | null;
    };
  };
  /** Let somebody in again. */
  'users.enable': {
    input: {
      /** of the user. */
      user_id: string;
    };
    output: {
      id: string;
      name: string;
      email: string | null;
      role: string | null;
      created_at: Time;
      disabled_at: Time | null;
    };
  };
  /** List who has a role in a project. */
  'members.list': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
    };
    output: {
      user_id: string;
      name: string;
      email: string | null;
      roles: string[];
      since: Time;
      disabled_at: Time | null;
      first_signed_in_at: Time | null;
      invitation_mail: 'pending' | 'sent' | 'failed' | null;
    }[];
  };
  /** Let somebody into a project: a link that signs in once, valid for three days. */
  'members.invite': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** what he is called, in the journal too. */
      name: string;
      /** where he gets mail. */
      email?: string | undefined;
      roles: readonly ('admin' | 'finance' | 'support' | 'developer' | 'approver' | 'viewer')[];
    };
    output: {
      user_id: string;
      name: string;
      link: string | null;
      expires_at: Time;
      /** the link is on its way by mail; it is then shown on the command line alone. */
      mailed: boolean;
    };
  };
  /** Make another link for somebody who was let into this project alone and never came in. */
  'members.link': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the user. */
      user_id: string;
    };
    output: {
      user_id: string;
      name: string;
      link: string | null;
      expires_at: Time;
      /** the link is on its way by mail; it is then shown on the command line alone. */
      mailed: boolean;
    };
  };
  /** Give somebody who may come in already roles in one more project. */
  'members.add': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the user. */
      user_id: string;
      roles: readonly ('admin' | 'finance' | 'support' | 'developer' | 'approver' | 'viewer')[];
    };
    output: {
      user_id: string;
      roles: string[];
    };
  };
  /** Say what somebody may do in a project; no roles: he is out of it. */
  'members.set': {
    input: {
      /** id or name of the project; not needed when there is only one. */
      project: string;
      /** of the user. */
      user_id: string;
      roles?:
        | readonly ('admin' | 'finance' | 'support' | 'developer' | 'approver' | 'viewer')[]
        | undefined;
    };
    output: {
      user_id: string;
      roles: string[];
    };
  };
  /** Print an address of the wallet that coins of your own can be sent to. */
  'wallet.top-up': {
    input: {
      /** which coin. */
      coin: string;
    };
    output: {
      coin: string;
      address: string;
      qr_svg: string;
    };
  };
  /** Show what small payments cost: outputs of the bitcoind family that are dear to spend. */
  'wallet.report': {
    input: Nothing;
    output: {
      coin: string;
      outputs: number;
      amount: Amount;
      one_input_costs: Amount | null;
      small: number | null;
      small_amount: Amount | null;
      small_cost: Amount | null;
      uneconomical: number | null;
      uneconomical_amount: Amount | null;
    }[];
  };
  /** Show in outputs of which size a wallet of the bitcoind family is, and what it costs to spend them. */
  'wallet.sizes': {
    input: Nothing;
    output: {
      coin: string;
      from: Amount;
      outputs: number;
      amount: Amount;
      cost: Amount | null;
    }[];
  };
  /** List the wallets: what each holds and has promised, in how many pieces, and what waits. */
  'wallet.list': {
    input: Nothing;
    output: {
      coin: string;
      network: string;
      held: Amount;
      ready: Amount;
      reserved: Amount;
      pieces: number;
      asset: {
        currency: string;
        owed: Amount;
        held: Amount;
        declared: Amount;
      };
      top_up_address: string | null;
      gas: {
        coin: string;
        amount: Amount;
      } | null;
      waiting: number;
      waiting_for_coins: number;
      waiting_for_gas: number;
    }[];
  };
  /** Show the signer: where it is, whether it answers, and how much of its limits is used. */
  'wallet.signer': {
    input: Nothing;
    output: {
      place: 'in_process' | 'separate' | 'none';
      answers: boolean;
      away_because: string | null;
      away_code:
        | 'no_socket'
        | 'socket_open'
        | 'no_answer'
        | 'connection_failed'
        | 'signer_error'
        | 'not_a_signer'
        | 'journal_cut'
        | 'no_seed'
        | 'socket_needed'
        | 'not_configured'
        | null;
      away_about: string | null;
      waiting: number;
      refused: number;
      budgets: {
        coin: string;
        budget: 'amounts' | 'fees';
        used: Amount | null;
        limit: Amount | null;
        left: Amount | null;
        left_percent: Amount;
        per_transfer: Amount | null;
      }[];
    };
  };
  /** List outputs of BCH that carry tokens: they are kept apart and never spent. */
  'wallet.tokens': {
    input: Nothing;
    output: {
      coin: string;
      output: string;
      address: string;
      amount: Amount;
      category: string;
      tokens: string;
      capability: string | null;
      commitment: string | null;
      project_id: string | null;
      seen_at: Time;
    }[];
  };
  /** Show the account, where to send its first XRP, and what can be paid out. */
  'xrp.account': {
    input: Nothing;
    output: {
      account: string;
      top_up: string;
      spendable: Amount;
      requires_tags: boolean | null;
    };
  };
  /** Have the network refuse payments to the account that lack a destination tag. */
  'xrp.require-tags': {
    input: Nothing;
    output: {
      outcome: 'done' | 'waits' | 'planned' | 'short' | 'unknown';
    };
  };
}

export interface PeopleApi {
  /** See whom a link signs in, and who is signed in now; the link stays unused. */
  'session.show-link': {
    input: {
      /** what stands after # in the link. */
      token: string;
    };
    output: {
      name: string;
      expires_at: Time;
      signed_in_as: string | null;
    };
  };
  /** Come in by a link, once. */
  'session.link': {
    input: {
      /** what stands after # in the link. */
      token: string;
    };
    output: {
      done: boolean;
    };
  };
  /** By which ways one can come in here. */
  'session.ways': {
    input: Nothing;
    output: {
      mode: 'sandbox' | 'live';
      passkey: boolean;
      password_needs_code: boolean;
      sso: string | null;
    };
  };
  /** Sign out. */
  'session.end': {
    input: Nothing;
    output: {
      id: string;
    };
  };
  /** Who is signed in, and what he may do. */
  'me.show': {
    input: Nothing;
    output: {
      user: {
        id: string;
        name: string;
        email: string | null;
        role: string | null;
        language: string | null;
        number_format: string | null;
        time_zone: string | null;
        theme: string | null;
        has_passkey: boolean;
        has_password: boolean;
        has_totp: boolean;
        recovery_codes: number;
      };
      must_set_up: boolean;
      mode: 'sandbox' | 'live';
      public_url: string;
      permissions: string[];
      projects: {
        id: string;
        name: string;
        roles: string[];
        permissions: string[];
      }[];
      session: {
        id: string;
        proved_at: Time;
        proved_by: string;
      } | null;
    };
  };
  /** Say how the screens shall look. */
  'me.set': {
    input: {
      /** of the screens; left out: as the browser says. */
      language?: string | undefined;
      /** whose numbers and dates; left out: those of the language. */
      number_format?: string | undefined;
      /** left out: that of the browser. */
      time_zone?: string | undefined;
      /** left out: as the browser says. */
      theme?: 'light' | 'dark' | 'auto' | undefined;
    };
    output: {
      id: string;
    };
  };
  /** Where one is signed in. */
  'me.sessions': {
    input: Nothing;
    output: {
      id: string;
      began_at: Time;
      seen_at: Time;
      ends_at: Time;
      address: string | null;
      agent: string | null;
      is_this: boolean;
    }[];
  };
  /** Sign out somewhere else. */
  'me.end-session': {
    input: {
      /** of the session. */
      session_id: string;
    };
    output: {
      id: string;
    };
  };
  /** Sign out everywhere else, and end all tokens. */
  'me.end-all': {
    input: Nothing;
    output: {
      id: string;
    };
  };
  /** Of what one is told by mail, and of what one may be. */
  'me.notices': {
    input: Nothing;
    output: {
      email: string | null;
      is_mail_set_up: boolean;
      offered: (
        | 'deposits_unmatched'
        | 'withdrawals_for_approval'
        | 'withdrawals_on_hold'
        | 'withdrawals_failed'
        | 'invoices_unresolved'
        | 'channel_payments_held'
        | 'callbacks_given_up'
        | 'alarms'
        | 'hot_wallets_low'
        | 'chains_unread'
      )[];
      chosen: (
        | 'deposits_unmatched'
        | 'withdrawals_for_approval'
        | 'withdrawals_on_hold'
        | 'withdrawals_failed'
        | 'invoices_unresolved'
        | 'channel_payments_held'
        | 'callbacks_given_up'
        | 'alarms'
        | 'hot_wallets_low'
        | 'chains_unread'
      )[];
    };
  };
  /** Say of what one wants to be told by mail: of these, and of nothing else. */
  'me.choose-notices': {
    input: {
      kinds: readonly (
        | 'deposits_unmatched'
        | 'withdrawals_for_approval'
        | 'withdrawals_on_hold'
        | 'withdrawals_failed'
        | 'invoices_unresolved'
        | 'channel_payments_held'
        | 'callbacks_given_up'
        | 'alarms'
        | 'hot_wallets_low'
        | 'chains_unread'
      )[];
    };
    output: {
      id: string;
    };
  };
  /** Ask what a passkey shall sign, to come in. */
  'session.passkey-options': {
    input: {
      /** mail address or name, for security keys that know neither; otherwise not needed. */
      email?: string | undefined;
    };
    output: {
      challenge_id: string;
      options: JsonObject;
    };
  };
  /** Come in by a passkey. */
  'session.passkey': {
    input: {
      /** as the question had it. */
      challenge_id: string;
      response: JsonObject;
    };
    output: {
      done: boolean;
    };
  };
  /** One's passkeys. */
  'me.passkeys': {
    input: Nothing;
    output: {
      id: string;
      name: string;
      is_backed_up: boolean;
      transports: string[];
      made_at: Time;
      used_at: Time | null;
    }[];
  };
  /** Ask what a new passkey shall be made for. */
  'me.passkey-options': {
    input: Nothing;
    output: {
      challenge_id: string;
      options: JsonObject;
    };
  };
  /** Add a passkey. */
  'me.add-passkey': {
    input: {
      /** as the question had it. */
      challenge_id: string;
      response: JsonObject;
      /** what it is called, by its owner. */
      name: string;
    };
    output: {
      id: string;
    };
  };
  /** Call a passkey something else. */
  'me.rename-passkey': {
    input: {
      /** of the passkey. */
      passkey_id: string;
      /** what it is called, by its owner. */
      name: string;
    };
    output: {
      id: string;
    };
  };
  /** Remove a passkey; one is signed out everywhere else. */
  'me.remove-passkey': {
    input: {
      /** of the passkey. */
      passkey_id: string;
    };
    output: {
      id: string;
    };
  };
  /** Come in by a password, and a code where one is needed (401 `otp_required`). */
  'session.password': {
    input: {
      /** mail address or name. */
      email: string;
      /** the password. */
      password: string;
      /** what the device shows now, or a recovery code. */
      code?: string | undefined;
    };
    output: {
      done: boolean;
    };
  };
  /** Take a password, or another one; one is signed out everywhere else. */
  'me.set-password': {
    input: {
      /** the password. */
      password: string;
    };
    output: {
      id: string;
    };
  };
  /** Come in without a password from now on. */
  'me.remove-password': {
    input: Nothing;
    output: {
      id: string;
    };
  };
  /** Ask for a secret for the device that makes codes. */
  'me.totp-options': {
    input: Nothing;
    output: {
      challenge_id: string;
      secret: string;
      uri: string;
      qr_svg: string;
    };
  };
  /** Show a code of the device: it counts from now on. Ten recovery codes, shown once. */
  'me.add-totp': {
    input: {
      /** as the question had it. */
      challenge_id: string;
      /** what the device shows now, or a recovery code. */
      code: string;
    };
    output: {
      id: string;
      recovery_codes: string[];
    };
  };
  /** Remove the device that makes codes, and the recovery codes with it. */
  'me.remove-totp': {
    input: Nothing;
    output: {
      id: string;
    };
  };
  /** Make ten new recovery codes, shown once; those before are over. */
  'me.recovery-codes': {
    input: Nothing;
    output: {
      id: string;
      recovery_codes: string[];
    };
  };
  /** Where the browser goes to sign in at the provider; it comes back to /dashboard/sso and keeps `challenge_id` until then. */
  'session.sso': {
    input: Nothing;
    output: {
      challenge_id: string;
      url: string;
    };
  };
  /** Come in with what the provider answered. */
  'session.sso-finish': {
    input: {
      /** as the question had it. */
      challenge_id: string;
      /** the query with which the browser came back, from ? on. */
      answer: string;
    };
    output: {
      done: boolean;
    };
  };
  /** Ask what one can prove it with, and what a passkey shall sign for that. */
  'session.step-up-options': {
    input: Nothing;
    output: {
      passkey: {
        challenge_id: string;
        options: JsonObject;
      } | null;
      password: boolean;
      code: boolean;
      nothing: boolean;
    };
  };
  /** Prove it: `challenge_id` and `response` of a passkey, or `password` and `code`; in the sandbox nothing, when one has neither. */
  'session.step-up': {
    input: {
      /** as the question had it. */
      challenge_id?: string | undefined;
      response?: JsonObject | undefined;
      /** the password. */
      password?: string | undefined;
      /** what the device shows now, or a recovery code. */
      code?: string | undefined;
    };
    output: {
      done: boolean;
    };
  };
  /** One's tokens, newest first. */
  'me.tokens': {
    input: Nothing;
    output: {
      id: string;
      name: string;
      permissions: string[];
      project_id: string | null;
      made_at: Time;
      expires_at: Time;
      used_at: Time | null;
      revoked_at: Time | null;
    }[];
  };
  /** Make a token, shown once: it may do what is named here, as long as one may do it oneself. */
  'me.create-token': {
    input: {
      /** what it is called, by its owner. */
      name: string;
      permissions: readonly (
        | 'read'
        | 'inspect'
        | 'configure'
        | 'secrets'
        | 'rules'
        | 'approve'
        | 'payout'
        | 'money'
        | 'operate'
        | 'team'
        | 'write'
      )[];
      /** only there; left out: wherever one may oneself. */
      project_id?: string | undefined;
      /** how long it counts (90). */
      days?: number | undefined;
    };
    output: {
      id: string;
      token: string;
      expires_at: Time;
    };
  };
  /** End a token. */
  'me.revoke-token': {
    input: {
      /** of the token. */
      token_id: string;
    };
    output: {
      id: string;
    };
  };
}

export interface MerchantApi {
  /** List the accounts with their balances. */
  listAccounts: { input: Nothing; output: Page<Account> };
  /** List the transactions of one account, newest first. */
  listAccountTransactions: {
    input: { account_id: string } & AccountTransactionQuery;
    output: Page<Transaction>;
  };
  /** List transactions of all accounts, newest first. */
  listTransactions: { input: TransactionQuery; output: Page<Transaction> };
  /** Create a channel: a permanent address whose payments are credited to an account. */
  createChannel: { input: NewChannel; output: Channel };
  /** List channels, newest first. */
  listChannels: { input: ByCustomer; output: Page<Channel> };
  /** Get a channel by your reference. */
  showChannelByCustomId: { input: { custom_id: string }; output: Channel };
  /** Get a channel. */
  showChannel: { input: { channel_id: string }; output: Channel };
  /** Update a channel. Payments to a disabled channel are put on hold. */
  updateChannel: { input: { channel_id: string } & ChannelChange; output: Channel };
  /** List the payments of a channel, newest first. */
  listChannelPayments: { input: { channel_id: string } & Paging; output: Page<ChannelPayment> };
  /** Get a payment of a channel. */
  showChannelPayment: { input: { channel_id: string; id: string }; output: ChannelPayment };
  /** List unmatched payments (the inbox), newest first. */
  listCoinDeposits: { input: CoinDepositQuery; output: Page<CoinDeposit> };
  /** Get an unmatched payment, resolved or not. */
  showCoinDeposit: { input: { id: string }; output: CoinDeposit };
  /** Credit an unmatched payment to your account of the coin. */
  creditCoinDeposit: { input: { id: string } & CoinDepositCredit; output: CoinDeposit };
  /** Return an unmatched payment with a withdrawal, minus the network fee. */
  refundCoinDeposit: { input: { id: string } & CoinDepositRefund; output: CoinDeposit };
  /** Attach an unmatched payment to an open invoice or a channel. */
  attachCoinDeposit: { input: { id: string } & CoinDepositAttachment; output: CoinDeposit };
  /** Create a customer. */
  createCustomer: { input: NewCustomer; output: Customer };
  /** List customers, newest first. */
  listCustomers: { input: Paging; output: Page<Customer> };
  /** Get a customer. */
  showCustomer: { input: { customer_id: string }; output: Customer };
  /** Update a customer. */
  updateCustomer: { input: { customer_id: string } & CustomerChange; output: Customer };
  /** Create an invoice: a payment request in one coin, with an address and an expiry. */
  createInvoice: { input: NewInvoice; output: Invoice };
  /** List invoices, newest first. */
  listInvoices: { input: InvoiceQuery; output: Page<Invoice> };
  /** Get an invoice by your reference. */
  showInvoiceByCustomId: { input: { custom_id: string }; output: Invoice };
  /** Get an invoice. */
  showInvoice: { input: { invoice_id: string }; output: Invoice };
  /** Recalculate an unresolved invoice for the paid amount at the current rate. */
  createInvoiceRecalculation: {
    input: { invoice_id: string } & RecalculationRequest;
    output: InvoiceRecalculation;
  };
  /** Commit a recalculation within 30 seconds of its creation. */
  commitInvoiceRecalculation: {
    input: { invoice_id: string; recalculation_id: string };
    output: InvoiceRecalculation;
  };
  /** Refund an unresolved invoice to an address, or to your account of the coin. */
  createInvoiceRefund: { input: { invoice_id: string } & RefundRequest; output: InvoiceRefund };
  /** List the refunds of an invoice. */
  listInvoiceRefunds: { input: { invoice_id: string }; output: InvoiceRefund[] };
  /** Create a withdrawal (payout) to an external address, sent immediately or committed within 30 seconds. */
  createCoinWithdrawal: { input: CoinWithdrawalRequest; output: CoinWithdrawal };
  /** List committed withdrawals, newest first (v1: a bare array). */
  listCoinWithdrawals: { input: ByCustomer; output: Page<CoinWithdrawal> };
  /** Current network fee. */
  listNetworkFees: { input: NetworkFeeQuery; output: NetworkFee[] };
  /** Get a withdrawal by your reference. */
  showCoinWithdrawalByCustomId: { input: { custom_id: string }; output: CoinWithdrawal };
  /** Get a withdrawal. */
  showCoinWithdrawal: { input: { id: string }; output: CoinWithdrawal };
  /** List the attempts of a withdrawal: every transfer, step by step, oldest first. */
  listCoinWithdrawalAttempts: { input: { id: string }; output: CoinWithdrawalAttempt[] };
  /** Commit a withdrawal within 30 seconds of its creation. */
  commitCoinWithdrawal: { input: { id: string }; output: CoinWithdrawal };
  /** Cancel a withdrawal whose transaction is not and can never be on the chain. The account gets everything back. */
  cancelCoinWithdrawal: { input: { id: string }; output: CoinWithdrawal };
  /** Create an exchange between two accounts, executed immediately or committed within 30 seconds. */
  createExchangeTransfer: { input: ExchangeTransferRequest; output: ExchangeTransfer };
  /** Get an exchange. */
  showExchangeTransfer: { input: { id: string }; output: ExchangeTransfer };
  /** Commit an exchange within 30 seconds of its creation. */
  commitExchangeTransfer: { input: { id: string }; output: ExchangeTransfer };
  /** Create a subscription: request an amount from a customer every period, by email. */
  createSubscription: { input: NewSubscription; output: Subscription };
  /** List subscriptions, newest first. */
  listSubscriptions: { input: Paging; output: Page<Subscription> };
  /** Get a subscription by your reference. */
  showSubscriptionByCustomId: { input: { custom_id: string }; output: Subscription };
  /** Get a subscription. */
  showSubscription: { input: { id: string }; output: Subscription };
  /** Cancel a subscription. */
  cancelSubscription: { input: { id: string }; output: Subscription };
  /** List the coins and their networks. */
  listCoins: { input: Nothing; output: Coin[] };
  /** List all rates, each pair under two keys (BTCEUR and BTC/EUR). */
  listRates: { input: Nothing; output: Rates[] };
  /** Get the rate of a pair. */
  showRate: { input: { base: string; quote: string }; output: Rate };
  /** Get the rate of a pair in one word (BTCEUR). */
  showRateByPair: { input: { pair: string }; output: Rate };
  /** Assess the risk of an address. */
  scoreRisk: { input: RiskQuestion; output: Risk };
  /** Test your signature: returns 200 if the request is signed correctly. */
  testAuthentication: { input: Nothing; output: Nothing };
}

export type ErrorCode =
  | 'bad_request'
  | 'request_timeout'
  | 'request_header_fields_too_large'
  | 'unauthenticated'
  | 'unauthorized'
  | 'forbidden'
  | 'ip_not_allowed'
  | 'cross_origin_forbidden'
  | 'https_required'
  | 'step_up_needed'
  | 'setup_required'
  | 'no_step_up_method'
  | 'wrong_credentials'
  | 'otp_required'
  | 'wrong_code'
  | 'too_many_tries'
  | 'link_expired'
  | 'wrong_passkey'
  | 'passkey_counter_mismatch'
  | 'passkeys_need_a_name'
  | 'no_sso'
  | 'sso_failed'
  | 'last_sign_in_method'
  | 'last_owner'
  | 'owner_required'
  | 'self_approval_forbidden'
  | 'already_approved'
  | 'own_correction'
  | 'approvals_missing'
  | 'needs_approval'
  | 'not_reconciled'
  | 'unknown_spends'
  | 'list_changed'
  | 'not_in_a_block'
  | 'not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'invalid_status'
  | 'duplicate_custom_id'
  | 'conflict'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'request_replayed'
  | 'already_committed'
  | 'already_sent'
  | 'already_cancelled'
  | 'not_committed'
  | 'commit_window_expired'
  | 'not_yours_to_cancel'
  | 'quarantine'
  | 'cannot_be_sent'
  | 'not_signed'
  | 'cannot_be_voided'
  | 'not_offered'
  | 'insufficient_funds'
  | 'high_risk_address'
  | 'refund_too_small'
  | 'rate_limit_exceeded'
  | 'internal_error'
  | 'outcome_unknown'
  | 'service_unavailable'
  | 'rates_unavailable'
  | 'network_fees_unavailable'
  | 'risk_unavailable';

export type ProblemCode =
  | 'must_be_filled'
  | 'must_be_string'
  | 'must_be_object'
  | 'must_be_array'
  | 'must_be_boolean'
  | 'must_be_integer'
  | 'must_be_decimal'
  | 'must_be_time'
  | 'must_be_url'
  | 'must_be_uuid'
  | 'must_be_greater_than'
  | 'must_be_greater_than_or_equal'
  | 'must_be_less_than_or_equal'
  | 'must_be_included_in'
  | 'exactly_one_of'
  | 'must_be_different'
  | 'must_be_unique'
  | 'length_must_be_less_than_or_equal'
  | 'length_must_be_greater_than_or_equal'
  | 'bytes_must_be_less_than_or_equal'
  | 'levels_must_be_less_than_or_equal'
  | 'size_must_be_less_than_or_equal'
  | 'bad_precision'
  | 'has_invalid_format'
  | 'too_weak'
  | 'has_your_name'
  | 'was_published'
  | 'must_be_free'
  | 'invalid_coin_address'
  | 'own_address'
  | 'customer_not_found'
  | 'project_not_found'
  | 'ambiguous_name'
  | 'not_supported'
  | 'limit_exceeded'
  | 'refused_by_policy';

export type FormCode =
  | 'mail_address'
  | 'mail_or_link'
  | 'one_line'
  | 'name'
  | 'latin_name'
  | 'country'
  | 'language_tag'
  | 'time_zone'
  | 'time_of_day'
  | 'token_category'
  | 'chat'
  | 'bot_token'
  | 'list_of_objects'
  | 'list_of_texts'
  | 'place'
  | 'words'
  | 'mark'
  | 'listed_address'
  | 'list'
  | 'short_list'
  | 'quoted_amount'
  | 'true'
  | 'last_rule'
  | 'only_last_rule'
  | 'verdict';

export type JournaledOperation =
  | 'alarms.acknowledge'
  | 'alarms.clear'
  | 'alarms.destinations.add'
  | 'alarms.destinations.enable'
  | 'alarms.destinations.disable'
  | 'alarms.destinations.remove'
  | 'alarms.test'
  | 'projects.create'
  | 'projects.change'
  | 'projects.set-settings'
  | 'solvency.declare'
  | 'accounts.credit'
  | 'accounts.debit'
  | 'callbacks.set'
  | 'callbacks.enable'
  | 'callbacks.disable'
  | 'callbacks.rotate'
  | 'callbacks.test'
  | 'callbacks.resend'
  | 'callbacks.resend-failed'
  | 'channel-payments.release'
  | 'channel-payments.return'
  | 'corrections.approve'
  | 'corrections.refuse'
  | 'subscriptions.send-again'
  | 'deposits.credit'
  | 'deposits.refund'
  | 'deposits.attach'
  | 'invoices.release'
  | 'keys.create'
  | 'keys.revoke'
  | 'payouts.stop'
  | 'payouts.resume'
  | 'policy.set'
  | 'policy.approvers.add'
  | 'policy.approvers.remove'
  | 'policy.addresses.add'
  | 'policy.addresses.remove'
  | 'withdrawals.rehearse'
  | 'withdrawals.release'
  | 'withdrawals.cancel'
  | 'withdrawals.void'
  | 'withdrawals.retry'
  | 'withdrawals.approve'
  | 'withdrawals.refuse'
  | 'quarantine.begin'
  | 'quarantine.end'
  | 'risk.block'
  | 'risk.allow'
  | 'risk.remove'
  | 'risk.import'
  | 'users.invite'
  | 'users.link'
  | 'users.set-role'
  | 'users.disable'
  | 'users.enable'
  | 'members.invite'
  | 'members.link'
  | 'members.add'
  | 'members.set'
  | 'wallet.top-up'
  | 'xrp.require-tags'
  | 'session.show-link'
  | 'session.link'
  | 'session.end'
  | 'me.end-session'
  | 'me.end-all'
  | 'session.passkey-options'
  | 'session.passkey'
  | 'me.add-passkey'
  | 'me.rename-passkey'
  | 'me.remove-passkey'
  | 'session.password'
  | 'me.set-password'
  | 'me.remove-password'
  | 'me.add-totp'
  | 'me.remove-totp'
  | 'me.recovery-codes'
  | 'session.sso'
  | 'session.sso-finish'
  | 'session.step-up'
  | 'me.create-token'
  | 'me.revoke-token'
  | 'createChannel'
  | 'updateChannel'
  | 'creditCoinDeposit'
  | 'refundCoinDeposit'
  | 'attachCoinDeposit'
  | 'createCustomer'
  | 'updateCustomer'
  | 'createInvoice'
  | 'createInvoiceRecalculation'
  | 'commitInvoiceRecalculation'
  | 'createInvoiceRefund'
  | 'createCoinWithdrawal'
  | 'commitCoinWithdrawal'
  | 'cancelCoinWithdrawal'
  | 'createExchangeTransfer'
  | 'commitExchangeTransfer'
  | 'createSubscription'
  | 'cancelSubscription'
  | 'scoreRisk'
  | 'testAuthentication'
  | 'session.begin';

export type JournalObject =
  | 'address'
  | 'alarm'
  | 'alarm_destination'
  | 'api_key'
  | 'approver'
  | 'channel'
  | 'channel_payment'
  | 'coin'
  | 'correction'
  | 'customer'
  | 'currency'
  | 'delivery'
  | 'deposit'
  | 'endpoint'
  | 'exchange'
  | 'invoice'
  | 'member'
  | 'passkey'
  | 'payout_stop'
  | 'personal_token'
  | 'policy'
  | 'project'
  | 'project_settings'
  | 'session'
  | 'subscription'
  | 'transaction'
  | 'user'
  | 'withdrawal';

/** Before these is asked who it is, when the last proof is some minutes old: they say what is confirmed. */
export type StepUpOperation =
  | 'alarms.destinations.add'
  | 'alarms.destinations.enable'
  | 'alarms.destinations.disable'
  | 'alarms.destinations.remove'
  | 'projects.change'
  | 'solvency.declare'
  | 'accounts.credit'
  | 'accounts.debit'
  | 'callbacks.set'
  | 'callbacks.rotate'
  | 'channel-payments.release'
  | 'channel-payments.return'
  | 'corrections.approve'
  | 'corrections.refuse'
  | 'deposits.credit'
  | 'deposits.refund'
  | 'deposits.attach'
  | 'invoices.release'
  | 'keys.create'
  | 'keys.revoke'
  | 'payouts.stop'
  | 'payouts.resume'
  | 'policy.set'
  | 'policy.approvers.add'
  | 'policy.approvers.remove'
  | 'policy.addresses.add'
  | 'policy.addresses.remove'
  | 'withdrawals.rehearse'
  | 'withdrawals.release'
  | 'withdrawals.cancel'
  | 'withdrawals.void'
  | 'withdrawals.retry'
  | 'withdrawals.approve'
  | 'withdrawals.refuse'
  | 'quarantine.begin'
  | 'quarantine.end'
  | 'risk.block'
  | 'risk.allow'
  | 'risk.remove'
  | 'risk.import'
  | 'users.invite'
  | 'users.link'
  | 'users.set-role'
  | 'users.disable'
  | 'users.enable'
  | 'members.invite'
  | 'members.link'
  | 'members.add'
  | 'members.set'
  | 'wallet.top-up'
  | 'xrp.require-tags'
  | 'me.passkey-options'
  | 'me.add-passkey'
  | 'me.remove-passkey'
  | 'me.set-password'
  | 'me.remove-password'
  | 'me.totp-options'
  | 'me.add-totp'
  | 'me.remove-totp'
  | 'me.recovery-codes'
  | 'me.create-token'
  | 'creditCoinDeposit'
  | 'refundCoinDeposit'
  | 'attachCoinDeposit'
  | 'createCustomer'
  | 'updateCustomer'
  | 'createInvoiceRecalculation'
  | 'commitInvoiceRecalculation'
  | 'createInvoiceRefund'
  | 'createCoinWithdrawal'
  | 'commitCoinWithdrawal'
  | 'cancelCoinWithdrawal'
  | 'createExchangeTransfer'
  | 'commitExchangeTransfer';

export type Permission =
  | 'read'
  | 'inspect'
  | 'configure'
  | 'secrets'
  | 'rules'
  | 'approve'
  | 'payout'
  | 'money'
  | 'operate'
  | 'team'
  | 'write';

export const operatorPermissions: Readonly<Record<keyof OperatorApi, Permission>> = {
  doctor: 'read',
  audit: 'read',
  'alarms.list': 'read',
  'alarms.acknowledge': 'configure',
  'alarms.clear': 'configure',
  'alarms.destinations.list': 'read',
  'alarms.destinations.add': 'secrets',
  'alarms.destinations.enable': 'operate',
  'alarms.destinations.disable': 'operate',
  'alarms.destinations.remove': 'operate',
  'alarms.test': 'configure',
  'projects.create': 'configure',
  'projects.list': 'read',
  'projects.show': 'read',
  'projects.change': 'rules',
  'projects.settings': 'read',
  'projects.set-settings': 'configure',
  'solvency.show': 'read',
  'solvency.declare': 'operate',
  'solvency.declarations': 'read',
  'accounts.list': 'read',
  'accounts.statement': 'read',
  'accounts.credit': 'money',
  'accounts.debit': 'money',
  'books.show': 'read',
  'callbacks.set': 'secrets',
  'callbacks.list': 'read',
  'callbacks.enable': 'configure',
  'callbacks.disable': 'configure',
  'callbacks.rotate': 'secrets',
  'callbacks.test': 'configure',
  'callbacks.log': 'read',
  'callbacks.events': 'read',
  'callbacks.show': 'read',
  'callbacks.resend': 'configure',
  'callbacks.resend-failed': 'configure',
  'channel-payments.list': 'read',
  'channel-payments.preview': 'read',
  'channel-payments.release': 'money',
  'channel-payments.return': 'money',
  'corrections.list': 'read',
  'corrections.approve': 'money',
  'corrections.refuse': 'money',
  'customers.list': 'read',
  'channels.list': 'read',
  'subscriptions.list': 'read',
  'customers.show': 'read',
  'subscriptions.show': 'read',
  'subscriptions.send-again': 'configure',
  'deposits.unmatched': 'read',
  'deposits.preview': 'read',
  'deposits.history': 'read',
  'deposits.decided': 'read',
  'deposits.contested': 'read',
  'deposits.unknown-tokens': 'read',
  'deposits.credit': 'money',
  'deposits.refund': 'money',
  'deposits.attach': 'money',
  'invoices.list': 'read',
  'invoices.illicit': 'read',
  'invoices.preview': 'read',
  'invoices.release': 'money',
  'journal.list': 'read',
  'keys.create': 'secrets',
  'keys.list': 'read',
  'keys.revoke': 'secrets',
  'overview.show': 'read',
  'overview.flows': 'read',
  'payouts.stop': 'operate',
  'payouts.stops': 'read',
  'payouts.resume': 'operate',
  'policy.show': 'read',
  'policy.check': 'read',
  'policy.set': 'rules',
  'policy.history': 'read',
  'policy.journal': 'read',
  'policy.windows': 'read',
  'policy.test': 'read',
  'policy.approvers.add': 'team',
  'policy.approvers.list': 'read',
  'policy.approvers.remove': 'rules',
  'policy.addresses.add': 'rules',
  'policy.addresses.remove': 'rules',
  'policy.addresses.list': 'read',
  'withdrawals.list': 'read',
  'withdrawals.show': 'read',
  'withdrawals.rehearse': 'payout',
  'withdrawals.release': 'money',
  'withdrawals.cancel': 'money',
  'withdrawals.void': 'money',
  'withdrawals.retry': 'money',
  'withdrawals.approve': 'approve',
  'withdrawals.refuse': 'approve',
  'quarantine.begin': 'operate',
  'quarantine.show': 'read',
  'quarantine.end': 'operate',
  'reports.show': 'read',
  'reports.lines': 'read',
  'requests.list': 'inspect',
  'risk.block': 'rules',
  'risk.allow': 'rules',
  'risk.remove': 'rules',
  'risk.check-import': 'read',
  'risk.import': 'rules',
  'risk.list': 'read',
  'risk.score': 'read',
  'nodes.list': 'read',
  'rates.list': 'read',
  'versions.show': 'read',
  'workers.list': 'read',
  'search.find': 'read',
  'transactions.trace': 'read',
  'users.list': 'read',
  'users.invite': 'team',
  'users.link': 'team',
  'users.set-role': 'team',
  'users.disable': 'team',
  'users.enable': 'team',
  'members.list': 'read',
  'members.invite': 'team',
  'members.link': 'team',
  'members.add': 'team',
  'members.set': 'team',
  'wallet.top-up': 'operate',
  'wallet.report': 'read',
  'wallet.sizes': 'read',
  'wallet.list': 'read',
  'wallet.signer': 'read',
  'wallet.tokens': 'read',
  'xrp.account': 'read',
  'xrp.require-tags': 'operate',
};

/** What is enough in a project for those that need something else in the installation. */
export const projectPermissions: Readonly<Partial<Record<keyof OperatorApi, Permission>>> = {
  'channel-payments.release': 'payout',
  'channel-payments.return': 'payout',
};

/** Which of those that only look are asked for by POST, as what is given is long. */
export const longOperations: readonly (keyof OperatorApi)[] = [
  'policy.check',
  'policy.test',
  'risk.check-import',
];

/** Method, and path below /admin/api. */
export const peopleRoutes: Readonly<
  Record<keyof PeopleApi, readonly ['GET' | 'POST' | 'DELETE', string]>
> = {
  'session.show-link': ['POST', '/session/link/show'],
  'session.link': ['POST', '/session/link'],
  'session.ways': ['GET', '/session/ways'],
  'session.end': ['DELETE', '/session'],
  'me.show': ['GET', '/me'],
  'me.set': ['POST', '/me'],
  'me.sessions': ['GET', '/me/sessions'],
  'me.end-session': ['POST', '/me/sessions/end'],
  'me.end-all': ['POST', '/me/sessions/end-all'],
  'me.notices': ['GET', '/me/notices'],
  'me.choose-notices': ['POST', '/me/notices'],
  'session.passkey-options': ['POST', '/session/passkey/options'],
  'session.passkey': ['POST', '/session/passkey'],
  'me.passkeys': ['GET', '/me/passkeys'],
  'me.passkey-options': ['POST', '/me/passkeys/options'],
  'me.add-passkey': ['POST', '/me/passkeys'],
  'me.rename-passkey': ['POST', '/me/passkeys/rename'],
  'me.remove-passkey': ['POST', '/me/passkeys/remove'],
  'session.password': ['POST', '/session/password'],
  'me.set-password': ['POST', '/me/password'],
  'me.remove-password': ['POST', '/me/password/remove'],
  'me.totp-options': ['POST', '/me/totp/options'],
  'me.add-totp': ['POST', '/me/totp'],
  'me.remove-totp': ['POST', '/me/totp/remove'],
  'me.recovery-codes': ['POST', '/me/recovery-codes'],
  'session.sso': ['POST', '/session/sso'],
  'session.sso-finish': ['POST', '/session/sso/finish'],
  'session.step-up-options': ['POST', '/session/step-up/options'],
  'session.step-up': ['POST', '/session/step-up'],
  'me.tokens': ['GET', '/me/tokens'],
  'me.create-token': ['POST', '/me/tokens'],
  'me.revoke-token': ['POST', '/me/tokens/revoke'],
};

/** Method, path below that of the project, what is needed, and what is answered. */
export type MerchantRoute = readonly [
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  permission: Permission,
  shape: 'object' | 'list' | 'page',
];

export const merchantRoutes: Readonly<Record<keyof MerchantApi, MerchantRoute>> = {
  listAccounts: ['GET', '/accounts', 'read', 'page'],
  listAccountTransactions: ['GET', '/accounts/{account_id}/transactions', 'read', 'page'],
  listTransactions: ['GET', '/transactions', 'read', 'page'],
  createChannel: ['POST', '/channels', 'write', 'object'],
  listChannels: ['GET', '/channels', 'read', 'page'],
  showChannelByCustomId: ['GET', '/channels/custom_id/{custom_id}', 'read', 'object'],
  showChannel: ['GET', '/channels/{channel_id}', 'read', 'object'],
  updateChannel: ['PATCH', '/channels/{channel_id}', 'write', 'object'],
  listChannelPayments: ['GET', '/channels/{channel_id}/payments', 'read', 'page'],
  showChannelPayment: ['GET', '/channels/{channel_id}/payments/{id}', 'read', 'object'],
  listCoinDeposits: ['GET', '/coin_deposits', 'read', 'page'],
  showCoinDeposit: ['GET', '/coin_deposits/{id}', 'read', 'object'],
  creditCoinDeposit: ['POST', '/coin_deposits/{id}/credit', 'payout', 'object'],
  refundCoinDeposit: ['POST', '/coin_deposits/{id}/refund', 'payout', 'object'],
  attachCoinDeposit: ['POST', '/coin_deposits/{id}/attach', 'payout', 'object'],
  createCustomer: ['POST', '/customers', 'write', 'object'],
  listCustomers: ['GET', '/customers', 'read', 'page'],
  showCustomer: ['GET', '/customers/{customer_id}', 'read', 'object'],
  updateCustomer: ['PATCH', '/customers/{customer_id}', 'write', 'object'],
  createInvoice: ['POST', '/invoices', 'write', 'object'],
  listInvoices: ['GET', '/invoices', 'read', 'page'],
  showInvoiceByCustomId: ['GET', '/invoices/custom_id/{custom_id}', 'read', 'object'],
  showInvoice: ['GET', '/invoices/{invoice_id}', 'read', 'object'],
  createInvoiceRecalculation: ['POST', '/invoices/{invoice_id}/recalculations', 'payout', 'object'],
  commitInvoiceRecalculation: [
    'POST',
    '/invoices/{invoice_id}/recalculations/{recalculation_id}/commit',
    'payout',
    'object',
  ],
  createInvoiceRefund: ['POST', '/invoices/{invoice_id}/refunds', 'payout', 'object'],
  listInvoiceRefunds: ['GET', '/invoices/{invoice_id}/refunds', 'read', 'list'],
  createCoinWithdrawal: ['POST', '/coin_withdrawals', 'payout', 'object'],
  listCoinWithdrawals: ['GET', '/coin_withdrawals', 'read', 'page'],
  listNetworkFees: ['GET', '/coin_withdrawals/network_fees', 'read', 'list'],
  showCoinWithdrawalByCustomId: [
    'GET',
    '/coin_withdrawals/custom_id/{custom_id}',
    'read',
    'object',
  ],
  showCoinWithdrawal: ['GET', '/coin_withdrawals/{id}', 'read', 'object'],
  listCoinWithdrawalAttempts: ['GET', '/coin_withdrawals/{id}/attempts', 'read', 'list'],
  commitCoinWithdrawal: ['POST', '/coin_withdrawals/{id}/commit', 'payout', 'object'],
  cancelCoinWithdrawal: ['POST', '/coin_withdrawals/{id}/cancel', 'payout', 'object'],
  createExchangeTransfer: ['POST', '/exchange_transfers', 'payout', 'object'],
  showExchangeTransfer: ['GET', '/exchange_transfers/{id}', 'read', 'object'],
  commitExchangeTransfer: ['POST', '/exchange_transfers/{id}/commit', 'payout', 'object'],
  createSubscription: ['POST', '/subscriptions', 'write', 'object'],
  listSubscriptions: ['GET', '/subscriptions', 'read', 'page'],
  showSubscriptionByCustomId: ['GET', '/subscriptions/custom_id/{custom_id}', 'read', 'object'],
  showSubscription: ['GET', '/subscriptions/{id}', 'read', 'object'],
  cancelSubscription: ['POST', '/subscriptions/{id}/cancel', 'write', 'object'],
  listCoins: ['GET', '/coins', 'read', 'list'],
  listRates: ['GET', '/rates', 'read', 'list'],
  showRate: ['GET', '/rates/{base}/{quote}', 'read', 'object'],
  showRateByPair: ['GET', '/rates/{pair}', 'read', 'object'],
  scoreRisk: ['POST', '/risks/score', 'read', 'object'],
  testAuthentication: ['POST', '/auth/test', 'read', 'object'],
};
