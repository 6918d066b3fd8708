// The wallets that pay withdrawals, and the single XRP account.
import { Type } from 'typebox';
import { required, text } from '../../contract/fields.ts';
import { operatorOperation } from '../../contract/operator/operation.ts';
import { SIGNER_AWAY_CODES } from '../../contract/refusals.ts';
import {
  Amount,
  Currency,
  Id,
  nullable,
  oneOf,
  row,
  rows,
  Text,
  TextOrNull,
  Time,
} from '../../contract/schema.ts';

const COIN_LENGTH_MAX = 40;

export const walletOperations = {
  'wallet.deposit-address': operatorOperation({
    summary: 'Print a deposit address of the wallet for your own funds',
    permission: 'operate',
    about: { type: 'coin', input: 'coin' },
    input: { coin: required(text(COIN_LENGTH_MAX, 'coin')) },
    /** `qr_svg`: the address as a QR code. */
    output: row({ coin: Currency, address: Text, qr_svg: Text }),
  }),
  'wallet.report': operatorOperation({
    summary:
      'Show the cost of small payments: uneconomical outputs of BTC, LTC, BCH and DOGE wallets',
    permission: 'read',
    input: {},
    output: rows({
      coin: Currency,
      outputs: Type.Integer(),
      amount: Amount,
      /** Null, like everything that depends on it, while the node is unreachable. */
      one_input_costs: nullable(Amount),
      small: nullable(Type.Integer()),
      small_amount: nullable(Amount),
      small_cost: nullable(Amount),
      uneconomical: nullable(Type.Integer()),
      uneconomical_amount: nullable(Amount),
    }),
  }),
  'wallet.utxo-stats': operatorOperation({
    summary:
      'Show the outputs of a BTC, LTC, BCH or DOGE wallet by size, and the cost to spend them',
    permission: 'read',
    input: {},
    output: rows({
      coin: Currency,
      /** Each output is at least this amount, and less than ten times as much. */
      from: Amount,
      outputs: Type.Integer(),
      amount: Amount,
      /** The cost of spending them as inputs at the current average fee. Null while the node is unreachable. */
      cost: nullable(Amount),
    }),
  }),
  'wallet.list': operatorOperation({
    summary: 'List the wallets: balance, reserved funds, number of outputs, and queued payouts',
    permission: 'read',
    input: {},
    output: rows({
      coin: Currency,
      network: Text,
      held: Amount,
      /** Not used by any pending transaction: UTXOs, or the balance of the payout address. */
      ready: Amount,
      /** Reserved for pending transactions. */
      reserved: Amount,
      /** UTXOs, or addresses with a balance. */
      pieces: Type.Integer(),
      /** The merchants' total balance of the asset, its total on all networks, and declared external holdings. */
      asset: row({ currency: Currency, owed: Amount, held: Amount, declared: Amount }),
      /** Null when each top-up has its own address: wallet.deposit-address. */
      top_up_address: TextOrNull,
      /** If another coin pays the fees: the payout address's balance of that coin. */
      gas: nullable(row({ coin: Currency, amount: Amount })),
      /** Payouts, counted up to a thousand, and how many of them wait for coins or gas. */
      waiting: Type.Integer(),
      waiting_for_coins: Type.Integer(),
      waiting_for_gas: Type.Integer(),
    }),
  }),
  'wallet.signer': operatorOperation({
    summary:
      'Show the signer: its address, whether it responds, and how much of its limits is used',
    permission: 'read',
    input: {},
    output: row({
      /** `none`: this service has only public keys, for receiving. */
      place: oneOf(['in_process', 'separate', 'none']),
      answers: Type.Boolean(),
      away_because: TextOrNull,
      away_code: nullable(oneOf(SIGNER_AWAY_CODES)),
      /** The path of the socket, or the error that was returned. */
      away_about: TextOrNull,
      /** Payouts without a signer, and payouts that the signer rejects, counted up to a thousand. */
      waiting: Type.Integer(),
      refused: Type.Integer(),
      /**
       * Limits for any 24 hours: amounts with fees, which only a separate signer limits, and fees alone. An in-process
       * signer counts from its start. Amounts are null when an older signer reports only the fees.
       */
      budgets: rows({
        coin: Currency,
        budget: oneOf(['amounts', 'fees']),
        used: nullable(Amount),
        limit: nullable(Amount),
        left: nullable(Amount),
        left_percent: Amount,
        per_transfer: nullable(Amount),
      }),
    }),
  }),
  'wallet.tokens': operatorOperation({
    summary: 'List BCH outputs that carry tokens. They are kept separate and never spent',
    permission: 'read',
    input: {},
    output: rows({
      coin: Currency,
      output: Text,
      address: Text,
      amount: Amount,
      category: Text,
      tokens: Text,
      capability: TextOrNull,
      commitment: TextOrNull,
      project_id: nullable(Id),
      seen_at: Time,
    }),
  }),
  'xrp.account': operatorOperation({
    summary: 'Show the XRP account, its deposit address and the spendable balance',
    permission: 'read',
    input: {},
    output: row({
      account: Text,
      top_up: Text,
      spendable: Amount,
      requires_tags: nullable(Type.Boolean()),
    }),
  }),
  'xrp.require-tags': operatorOperation({
    summary:
      "Set the account's flag so that the network rejects payments without a destination tag",
    permission: 'operate',
    input: {},
    output: row({ result: oneOf(['done', 'waits', 'planned', 'short', 'unknown']) }),
  }),
} as const;
