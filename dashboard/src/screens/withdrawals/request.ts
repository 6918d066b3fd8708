// The input of the withdrawal form, and its API request.
import type { CoinWithdrawalRequest } from '@chaintill/client';

export interface WithdrawalForm {
  readonly charged_currency: string;
  /** Code and network: `BTC bitcoin`. */
  readonly coin: string;
  readonly address: string;
  /** Plain decimal text. */
  readonly amount: string;
  readonly form: 'received_amount' | 'charged_amount_to_send' | 'charged_amount';
  readonly level: 'slow' | 'average' | 'fast';
  readonly custom_id: string;
}

export const newWithdrawal: WithdrawalForm = {
  ...{ charged_currency: 'BTC', coin: 'BTC bitcoin', address: '', amount: '', custom_id: '' },
  ...{ form: 'received_amount', level: 'average' },
};

export function coinOf({ coin }: WithdrawalForm): { currency: string; network: string } {
  const [currency = '', network = ''] = coin.split(' ');
  return { currency, network };
}

/** The currency of the amount. */
export function requestedCurrency(form: WithdrawalForm): string {
  return form.form === 'received_amount' ? coinOf(form).currency : form.charged_currency;
}

export function requestOf(form: WithdrawalForm): CoinWithdrawalRequest {
  const { currency, network } = coinOf(form);
  return {
    address: form.address.trim(),
    charged_currency: form.charged_currency,
    received_currency: currency,
    network,
    [form.form]: form.amount,
    network_fee_level: form.level,
    ...(form.custom_id.trim() === '' ? {} : { custom_id: form.custom_id.trim() }),
  };
}
