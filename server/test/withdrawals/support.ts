// Rows of withdrawals for the tests of this folder.
import type { WithdrawalRow } from '../../src/withdrawals/withdrawal.ts';

export const NOW = new Date('2026-01-01T00:00:00Z');

export function rowOf(id: string, changes: Partial<WithdrawalRow> = {}): WithdrawalRow {
  return {
    project_id: 'p',
    id,
    custom_id: null,
    customer_id: null,
    status: 'new',
    address: 'a',
    tag: null,
    network: 'bitcoin',
    charged_amount: 10n,
    charged_currency: 'EUR',
    received_amount: 1n,
    received_currency: 'BTC',
    network_fee: 1n,
    fee: 1n,
    rate: '1.0',
    network_fee_level: 'average',
    txid: null,
    risk: null,
    hold: null,
    cancel_code: null,
    cancelled_for: null,
    beneficiary: null,
    commit_key: null,
    committed_by: null,
    committed_at: null,
    created_at: NOW,
    expires_at: NOW,
    seal: '',
    deposit_id: null,
    decision: null,
    api_key: null,
    wait_reason: null,
    value: null,
    value_currency: null,
    price_change_max: null,
    repriced: null,
    ...changes,
  };
}
