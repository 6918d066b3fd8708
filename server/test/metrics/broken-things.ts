// For each alert of deploy/prometheus: the metrics, minute by minute, that should fire it (`0+60x20`: starts at 0 and
// adds 60 each minute, twenty times).
export type BrokenSeries = Readonly<Record<string, string>>;

const buckets = (name: string, labels: string, slow: string): BrokenSeries => ({
  [`${name}_bucket{${labels},le="1"}`]: '0+0x60',
  [`${name}_bucket{${labels},le="${slow}"}`]: '0+60x60',
  [`${name}_bucket{${labels},le="+Inf"}`]: '0+60x60',
});

const alert = (kind: string): BrokenSeries => ({
  [`chaintill_alerts{kind="${kind}",acknowledged="no"}`]: '1x60',
});

export const brokenThings: Readonly<Record<string, BrokenSeries>> = {
  ChaintillDown: { up: '0x60' },
  ChaintillGone: { up: '_x60' },
  ChaintillErrors: {
    'chaintill_http_requests_total{operation="createInvoice",status="500"}': '0+60x60',
    'chaintill_http_requests_total{operation="createInvoice",status="201"}': '0+600x60',
  },
  ChaintillSlow: buckets(
    'chaintill_http_request_duration_seconds',
    'operation="createInvoice"',
    '2.5',
  ),
  ChaintillEventLoopLag: { nodejs_eventloop_lag_p99_seconds: '0.8x60' },
  ChaintillClockSkew: { chaintill_clock_ahead_seconds: '-3x60' },
  ChaintillDatabaseDown: { chaintill_database_up: '0x60' },
  ChaintillDatabaseConnections: { 'chaintill_database_waiting{pool="main"}': '4x60' },
  ChaintillReadingFailed: { 'chaintill_reading_up{reading="chains"}': '0x60' },
  ChaintillWorkerLate: { 'chaintill_task_overdue_seconds{task="watch-btc"}': '0+60x60' },
  ChaintillWorkerFailing: { 'chaintill_worker_failures_total{worker="callbacks"}': '0+5x60' },
  ChaintillQueueBacklog: { 'chaintill_queue_oldest_due_seconds{queue="invoices"}': '0+60x60' },
  ChaintillNodeDown: { 'chaintill_node_up{coin="BTC"}': '0x60' },
  ChaintillNodeBehind: alert('node_behind'),
  ChaintillNodeExcluded: { 'chaintill_node_eligible{coin="BTC",node="10.0.0.2:8332"}': '0x60' },
  ChaintillNodeSlow: buckets(
    'chaintill_node_request_duration_seconds',
    'coin="BTC",result="answered"',
    '10',
  ),
  ChaintillChainLag: { 'chaintill_chain_lag_blocks{coin="BTC"}': '40x60' },
  ChaintillChainStalled: {
    'chaintill_chain_last_block_timestamp_seconds{coin="BTC"}': '-20000x60',
  },
  ChaintillReorganization: {
    'chaintill_chain_reorganized_blocks_total{coin="BTC"}': '0x10 8x50',
  },
  ChaintillDepositsUnassessed: {
    'chaintill_deposits_oldest_seconds{coin="BTC",status="unassessed"}': '0+60x60',
  },
  ChaintillPayoutsLate: {
    'chaintill_payouts_waiting_oldest_seconds{coin="BTC",reason="signer_unavailable"}':
      '3000+60x60',
  },
  ChaintillTransferStuck: {
    'chaintill_transfers_oldest_seconds{coin="BTC",status="broadcast"}': '21000+60x60',
  },
  ChaintillPayoutsPaused: { 'chaintill_action_required{kind="payout_pauses"}': '2x60' },
  ChaintillHotWalletLow: alert('hot_wallet_low_balance'),
  ChaintillSignerBudgetLow: {
    'chaintill_signer_budget_left_ratio{coin="BTC",budget="fees"}': '0.05x60',
  },
  ChaintillSigner: alert('signer_unavailable'),
  ChaintillQuarantine: { 'chaintill_quarantine{coin="BTC"}': '1x60' },
  ChaintillAuditFinding: alert('audit_finding'),
  ChaintillAuditLate: {
    'chaintill_task_last_end_timestamp_seconds{task="audit"}': '-20000x60',
  },
  ChaintillInsolvent: alert('insolvent'),
  ChaintillCallbackDeliveriesFailed: alert('callback_delivery_failed'),
  ChaintillCallbacksLate: { 'chaintill_queue_oldest_due_seconds{queue="callbacks"}': '0+60x60' },
  ChaintillCallbacksUnanswered: { chaintill_callbacks_oldest_seconds: '21000+60x60' },
  ChaintillRateMissing: { 'chaintill_rate_available{currency="BTC"}': '0x60' },
  ChaintillRateOld: { 'chaintill_rate_age_seconds{currency="BTC"}': '0+60x60' },
  ChaintillRateSpread: { 'chaintill_rate_spread_ratio{currency="BTC"}': '0.08x60' },
  ChaintillAlert: alert('node_excluded'),
  ChaintillBackupDestinationClaimed: alert('backup_destination_claimed'),
  ChaintillBackupOld: {
    chaintill_backup_last_end_timestamp_seconds: '-129600x60',
    chaintill_backup_age_limit_seconds: '129600x60',
  },
  ChaintillWalOld: {
    chaintill_wal_stored_timestamp_seconds: '-3600x60',
    chaintill_wal_age_limit_seconds: '420x60',
  },
  ChaintillAlertsUnreported: { chaintill_alert_message_oldest_seconds: '0+60x60' },
};

/** An instance without problems. */
export const soundThings: BrokenSeries = {
  up: '1x60',
  'chaintill_http_requests_total{operation="createInvoice",status="201"}': '0+600x60',
  'chaintill_http_requests_total{operation="createInvoice",status="500"}': '0+1x60',
  nodejs_eventloop_lag_p99_seconds: '0.02x60',
  chaintill_clock_skewed: '0x60',
  chaintill_clock_ahead_seconds: '0.1x60',
  chaintill_database_up: '1x60',
  'chaintill_database_waiting{pool="main"}': '0x60',
  'chaintill_reading_up{reading="chains"}': '1x60',
  'chaintill_task_overdue_seconds{task="watch-btc"}': '1x60',
  'chaintill_task_last_end_timestamp_seconds{task="audit"}': '0+60x60',
  'chaintill_queue_oldest_due_seconds{queue="callbacks"}': '2x60',
  'chaintill_worker_failures_total{worker="callbacks"}': '3x60',
  'chaintill_node_up{coin="BTC"}': '1x60',
  'chaintill_node_eligible{coin="BTC",node="10.0.0.2:8332"}': '1x60',
  'chaintill_chain_lag_blocks{coin="BTC"}': '1x60',
  'chaintill_chain_last_block_timestamp_seconds{coin="BTC"}': '0+60x60',
  'chaintill_chain_reorganized_blocks_total{coin="BTC"}': '1x60',
  'chaintill_deposits_oldest_seconds{coin="BTC",status="pending"}': '4000x60',
  'chaintill_payouts_waiting_oldest_seconds{coin="BTC",reason="none"}': '30x60',
  'chaintill_transfers_oldest_seconds{coin="BTC",status="broadcast"}': '600x60',
  'chaintill_action_required{kind="payout_pauses"}': '0x60',
  'chaintill_signer_budget_left_ratio{coin="BTC",budget="fees"}': '0.9x60',
  chaintill_audit_findings: '0x60',
  'chaintill_alerts{kind="hot_wallet_low_balance",acknowledged="yes"}': '1x60',
  chaintill_callbacks_oldest_seconds: '100x60',
  chaintill_alert_message_oldest_seconds: '20x60',
  chaintill_backup_last_end_timestamp_seconds: '-120000x60',
  chaintill_backup_age_limit_seconds: '129600x60',
  'chaintill_rate_available{currency="BTC"}': '1x60',
  'chaintill_rate_age_seconds{currency="BTC"}': '30x60',
  'chaintill_rate_spread_ratio{currency="BTC"}': '0.002x60',
};
