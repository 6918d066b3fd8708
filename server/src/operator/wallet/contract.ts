// The wallets that pay withdrawals, and the single XRP account.
import { Type } from 'typebox';
import { required, text } from '../../contract/fields.ts';
import { NODE_ABSENCES } from '../../contract/node-details.ts';
import { operatorOperation } from '../../contract/operator/operation.ts';
import { SIGNER_AWAY_CODES } from '../../contract/refusals.ts';
import * as schema from '../../contract/schema.ts';

const COIN_LENGTH_MAX = 40;
/** Why the node of the coin did not answer. Null when it did. */
const NoAnswer = schema.nullable(schema.oneOf(NODE_ABSENCES));

export const walletOperations = {
  'wallet.deposit-address': operatorOperation({
    summary: 'Print a deposit address of the wallet for your own funds',
    permission: 'operate',
    about: { type: 'coin', input: 'coin' },
    input: { coin: required(text(COIN_LENGTH_MAX, 'coin')) },
    output: schema.row({ coin: schema.Currency, address: schema.Text, qr_svg: schema.Text }),
  }),
  'wallet.report': operatorOperation({
    summary:
      'Show the cost of small payments: uneconomical outputs of BTC, LTC, BCH and DOGE wallets',
    permission: 'read',
    output: schema.rows({
      coin: schema.Currency,
      outputs: Type.Integer(),
      amount: schema.Amount,
      /** Null, like everything that depends on it, while the node does not answer. */
      one_input_costs: schema.nullable(schema.Amount),
      no_answer: NoAnswer,
      small: schema.nullable(Type.Integer()),
      small_amount: schema.nullable(schema.Amount),
      small_cost: schema.nullable(schema.Amount),
      uneconomical: schema.nullable(Type.Integer()),
      uneconomical_amount: schema.nullable(schema.Amount),
    }),
  }),
  'wallet.utxo-stats': operatorOperation({
    summary:
      'Show the outputs of a BTC, LTC, BCH or DOGE wallet by size, and the cost to spend them',
    permission: 'read',
    output: schema.rows({
      coin: schema.Currency,
      /** Each output is at least this amount, and less than ten times as much. */
      from: schema.Amount,
      outputs: Type.Integer(),
      amount: schema.Amount,
      /** The cost of spending them as inputs at the current average fee. Null while the node does not answer. */
      cost: schema.nullable(schema.Amount),
      no_answer: NoAnswer,
    }),
  }),
  'wallet.list': operatorOperation({
    summary: 'List the wallets: balance, reserved funds, number of outputs, and queued payouts',
    permission: 'read',
    output: schema.rows({
      coin: schema.Currency,
      network: schema.Text,
      held: schema.Amount,
      /** Not used by any pending transaction: UTXOs, or the balance of the payout address. */
      ready: schema.Amount,
      reserved: schema.Amount,
      /** Null: none is set. */
      low_water_mark: schema.nullable(schema.Amount),
      is_below_mark: Type.Boolean(),
      /** UTXOs, or addresses with a balance. */
      pieces: Type.Integer(),
      /** The merchants' total balance of the asset, its total on all networks, and declared external holdings. */
      asset: schema.row({
        currency: schema.Currency,
        owed: schema.Amount,
        held: schema.Amount,
        declared: schema.Amount,
      }),
      /** Null when each top-up has its own address: wallet.deposit-address. */
      top_up_address: schema.TextOrNull,
      /** If another coin pays the fees: the payout address's balance of that coin. */
      gas: schema.nullable(schema.row({ coin: schema.Currency, amount: schema.Amount })),
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
    output: schema.row({
      /** `none`: this service has only public keys, for receiving. */
      place: schema.oneOf(['in_process', 'separate', 'none']),
      answers: Type.Boolean(),
      away_because: schema.TextOrNull,
      away_code: schema.nullable(schema.oneOf(SIGNER_AWAY_CODES)),
      /** The path of the socket, or the error that was returned. */
      away_about: schema.TextOrNull,
      /** Payouts without a signer, and payouts that the signer rejects, counted up to a thousand. */
      waiting: Type.Integer(),
      refused: Type.Integer(),
      /**
       * Limits for any 24 hours: amounts with fees, which only a separate signer limits, and fees alone. An in-process
       * signer counts from its start. Amounts are null when an older signer reports only the fees.
       */
      budgets: schema.rows({
        coin: schema.Currency,
        budget: schema.oneOf(['amounts', 'fees']),
        used: schema.nullable(schema.Amount),
        limit: schema.nullable(schema.Amount),
        left: schema.nullable(schema.Amount),
        left_percent: schema.Amount,
        per_transfer: schema.nullable(schema.Amount),
      }),
    }),
  }),
  'wallet.tokens': operatorOperation({
    summary: 'List BCH outputs that carry tokens. They are kept separate and never spent',
    permission: 'read',
    output: schema.rows({
      coin: schema.Currency,
      output: schema.Text,
      address: schema.Text,
      amount: schema.Amount,
      category: schema.Text,
      tokens: schema.Text,
      capability: schema.TextOrNull,
      commitment: schema.TextOrNull,
      project_id: schema.nullable(schema.Id),
      seen_at: schema.Time,
    }),
  }),
  'xrp.account': operatorOperation({
    summary: 'Show the XRP account, its deposit address and the spendable balance',
    permission: 'read',
    output: schema.row({
      account: schema.Text,
      top_up: schema.Text,
      /** Null, like the setting, while the node does not answer. */
      spendable: schema.nullable(schema.Amount),
      requires_tags: schema.nullable(Type.Boolean()),
      no_answer: NoAnswer,
    }),
  }),
  'xrp.require-tags': operatorOperation({
    summary:
      "Set the account's flag so that the network rejects payments without a destination tag",
    permission: 'operate',
    output: schema.row({ result: schema.oneOf(['done', 'waits', 'planned', 'short', 'unknown']) }),
  }),
} as const;
