// The input for creating a withdrawal or an exchange, stricter than the OpenAPI document can be: exactly one form of
// the amount, and the account to charge, which version 2 requires.
import type { Amount, CoinWithdrawalRequest, ExchangeTransferRequest } from './types.ts';

type HowMuch =
  | 'charged_amount'
  | 'charged_amount_to_send'
  | 'received_amount'
  | 'amount'
  | 'amount_currency'
  | 'amount_includes_processing_fee'
  | 'amount_includes_network_fee';

export type NewCoinWithdrawal = Omit<CoinWithdrawalRequest, HowMuch | 'charged_currency'> & {
  charged_currency: string;
} & (
    | { charged_amount: Amount }
    | { charged_amount_to_send: Amount }
    | { received_amount: Amount }
    | {
        amount: Amount;
        amount_currency: string;
        amount_includes_processing_fee?: boolean | undefined;
        amount_includes_network_fee?: boolean | undefined;
      }
  );

export type NewExchangeTransfer = Omit<
  ExchangeTransferRequest,
  'charged_amount' | 'received_amount'
> &
  ({ charged_amount: Amount } | { received_amount: Amount });
