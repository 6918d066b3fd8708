// The requests that drive the simulated network, by route. `chaintill sandbox` has a command for each.
import {
  amount,
  boolean,
  code,
  type Field,
  type Fields,
  integer,
  oneOf,
  required,
  text,
  uuid,
} from '../contract/fields.ts';
import { CALLBACK_FAULTS } from './faults.ts';

export interface SandboxRequest {
  readonly command: string;
  readonly description: string;
  readonly example: string;
  readonly input: Readonly<Record<string, Fields[string] & { readonly flags: string }>>;
}

/** A field, and the option of the command that sets it. Without a value, the option sets true. */
function flag<F extends Field<unknown>>(flags: string, field: F): F & { readonly flags: string } {
  return { ...field, flags };
}

const network = flag(
  '--network <network>',
  text(50, 'network of the currency, where it has several'),
);
const currency = flag('--currency <coin>', required(code('coin', 'chain')));

export const sandboxRequests = {
  payments: {
    command: 'pay',
    description: 'Pay an invoice, a channel or an address',
    example: '--invoice 0199... --amount 0.001',
    input: {
      invoice_id: flag('--invoice <id>', uuid('the invoice to pay')),
      channel_id: flag('--channel <id>', uuid('the channel to pay')),
      address: flag('--address <address>', text(200, 'the address to pay (with --currency)')),
      currency: flag('--currency <coin>', code('coin', 'coin of the address')),
      network,
      amount: flag('--amount <amount>', amount('amount (default: the amount due)')),
      delivered_amount: flag(
        '--delivered <amount>',
        amount('XRP: what a partial payment delivers'),
      ),
      risk_level: flag('--risk <level>', oneOf(['low', 'medium', 'high'], 'low, medium or high')),
      fails: flag('--fails', boolean('ETH: the transaction is mined but reverts')),
      stuck: flag('--stuck', boolean('keep it out of blocks until it is released')),
      without_tag: flag('--without-tag', boolean('XRP: leave out the destination tag')),
      token_category: flag('--token <category>', text(64, 'BCH: add a token of this category')),
      reference: flag('--reference <text>', text(200, 'pay only once for this reference')),
    },
  },
  blocks: {
    command: 'mine',
    description: 'Mine blocks',
    example: '--currency BTC --count 3',
    input: {
      currency,
      network,
      count: flag('--count <n>', integer({ min: 1, max: 10_000 }, 'number of blocks (default: 1)')),
      empty: flag('--empty', boolean('include no transactions')),
    },
  },
  reorganisations: {
    command: 'reorganise',
    description: 'Replace the newest blocks with a longer fork',
    example: '--currency BTC --depth 2',
    input: {
      currency,
      network,
      depth: flag(
        '--depth <n>',
        required(integer({ min: 1, max: 100 }, 'number of blocks to replace')),
      ),
      drop: flag('--drop', boolean('drop their transactions')),
    },
  },
  replacements: {
    command: 'replace',
    description: 'Replace an unconfirmed payment with another amount, or double-spend it',
    example: '--txid 4f5c... --amount 0.0005',
    input: {
      txid: flag('--txid <txid>', required(text(100, 'the payment to replace'))),
      amount: flag(
        '--amount <amount>',
        amount('new amount (0: double-spend it to another address)'),
      ),
    },
  },
  'double-spends': {
    command: 'double-spend',
    description:
      'Try to double-spend an unconfirmed BCH payment, so that nodes send a double-spend proof',
    example: '--txid 4f5c...',
    input: { txid: flag('--txid <txid>', required(text(100, 'the payment, which stays valid'))) },
  },
  stuck: {
    command: 'stuck',
    description: 'Keep a transaction out of blocks, or release it',
    example: '--txid 4f5c... --stuck false',
    input: {
      txid: flag('--txid <txid>', required(text(100, 'the transaction'))),
      stuck: flag('--stuck <true|false>', boolean('false: the next block can include it (true)')),
    },
  },
  clock: {
    command: 'clock',
    description: 'Advance the clock',
    example: '--advance 600',
    input: {
      advance_seconds: flag(
        '--advance <seconds>',
        required(integer({ min: 0, max: 366 * 86_400 }, 'number of seconds')),
      ),
    },
  },
  settings: {
    command: 'settings',
    description: 'Change and show the behavior of the simulated network',
    example: '--currency BTC --node-down true',
    input: {
      currency: flag('--currency <coin>', code('coin', 'only this chain')),
      network,
      mine_every_seconds: flag(
        '--mine-every <seconds>',
        integer({ min: 0, max: 86_400 }, 'number of seconds between blocks (0: mine none)'),
      ),
      node_down: flag('--node-down <true|false>', boolean('simulate a node that does not respond')),
      fee_percent: flag(
        '--fees <percent>',
        integer({ min: 1, max: 100_000 }, 'fee level in percent of the normal level'),
      ),
      refuse_replacements: flag(
        '--refuse-replacements <true|false>',
        boolean('the node rejects replacements and keeps the first transaction'),
      ),
      callback_faults: flag(
        '--callback-faults <kind>',
        oneOf(CALLBACK_FAULTS, 'none, drop, duplicate or chaos'),
      ),
      rates_down: flag('--rates-down <true|false>', boolean('simulate missing rates')),
    },
  },
} satisfies Record<string, SandboxRequest>;
