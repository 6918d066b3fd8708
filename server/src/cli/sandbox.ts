// `chaintill sandbox ...`: controls the running service's simulated network through its routes.
import type { Command } from 'commander';
import { plainAmount } from './add-operation.ts';
import { findCredentials } from './request.ts';
import { action, print } from './run.ts';

interface Verb {
  readonly name: string;
  readonly route: string;
  readonly description: string;
  readonly example: string;
  /** Option flags, each with the field that it sets. */
  readonly options: readonly (readonly [flags: string, field: string, description: string])[];
}

const verbs: readonly Verb[] = [
  {
    name: 'pay',
    route: 'payments',
    description: 'Pay an invoice, a channel or an address',
    example: 'chaintill sandbox pay --invoice 0199... --amount 0.001',
    options: [
      ['--invoice <id>', 'invoice_id', 'the invoice to pay'],
      ['--channel <id>', 'channel_id', 'the channel to pay'],
      ['--address <address>', 'address', 'the address to pay (with --currency)'],
      ['--currency <coin>', 'currency', 'coin of the address'],
      ['--network <network>', 'network', 'network of the currency, where it has several'],
      ['--amount <amount>', 'amount', 'amount (default: the amount due)'],
      ['--delivered <amount>', 'delivered_amount', 'XRP: what a partial payment delivers'],
      ['--risk <level>', 'risk_level', 'low, medium or high'],
      ['--fails', 'fails', 'ETH: the transaction is mined but reverts'],
      ['--stuck', 'stuck', 'keep it out of blocks until it is released'],
      ['--without-tag', 'without_tag', 'XRP: leave out the destination tag'],
      ['--token <category>', 'token_category', 'BCH: add a token of this category'],
      ['--reference <text>', 'reference', 'pay only once for this reference'],
    ],
  },
  {
    name: 'mine',
    route: 'blocks',
    description: 'Mine blocks',
    example: 'chaintill sandbox mine --currency BTC --count 3',
    options: [
      ['--currency <coin>', 'currency', 'chain'],
      ['--network <network>', 'network', 'network of the currency, where it has several'],
      ['--count <n>', 'count', 'number of blocks (default: 1)'],
      ['--empty', 'empty', 'include no transactions'],
    ],
  },
  {
    name: 'reorganise',
    route: 'reorganisations',
    description: 'Replace the newest blocks with a longer fork',
    example: 'chaintill sandbox reorganise --currency BTC --depth 2',
    options: [
      ['--currency <coin>', 'currency', 'chain'],
      ['--network <network>', 'network', 'network of the currency, where it has several'],
      ['--depth <n>', 'depth', 'number of blocks to replace'],
      ['--drop', 'drop', 'drop their transactions'],
    ],
  },
  {
    name: 'replace',
    route: 'replacements',
    description: 'Replace an unconfirmed payment with another amount, or double-spend it',
    example: 'chaintill sandbox replace --txid 4f5c... --amount 0.0005',
    options: [
      ['--txid <txid>', 'txid', 'the payment to replace'],
      ['--amount <amount>', 'amount', 'new amount (0: double-spend it to another address)'],
    ],
  },
  {
    name: 'double-spend',
    route: 'double-spends',
    description:
      'Try to double-spend an unconfirmed BCH payment, so that nodes send a double-spend proof',
    example: 'chaintill sandbox double-spend --txid 4f5c...',
    options: [['--txid <txid>', 'txid', 'the payment, which stays valid']],
  },
  {
    name: 'stuck',
    route: 'stuck',
    description: 'Keep a transaction out of blocks, or release it',
    example: 'chaintill sandbox stuck --txid 4f5c... --stuck false',
    options: [
      ['--txid <txid>', 'txid', 'the transaction'],
      ['--stuck <true|false>', 'stuck', 'false: the next block can include it (true)'],
    ],
  },
  {
    name: 'clock',
    route: 'clock',
    description: 'Advance the clock',
    example: 'chaintill sandbox clock --advance 600',
    options: [['--advance <seconds>', 'advance_seconds', 'number of seconds']],
  },
  {
    name: 'settings',
    route: 'settings',
    description: 'Change and show the behavior of the simulated network',
    example: 'chaintill sandbox settings --currency BTC --node-down true',
    options: [
      ['--currency <coin>', 'currency', 'only this chain'],
      ['--network <network>', 'network', 'network of the currency, where it has several'],
      [
        '--mine-every <seconds>',
        'mine_every_seconds',
        'number of seconds between blocks (0: mine none)',
      ],
      ['--node-down <true|false>', 'node_down', 'simulate a node that does not respond'],
      ['--fees <percent>', 'fee_percent', 'fee level in percent of the normal level'],
      [
        '--refuse-replacements <true|false>',
        'refuse_replacements',
        'the node rejects replacements and keeps the first transaction',
      ],
      ['--callback-faults <kind>', 'callback_faults', 'none, drop, duplicate or chaos'],
      ['--rates-down <true|false>', 'rates_down', 'simulate missing rates'],
    ],
  },
];

export function addSandboxCommands(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('Control the simulated networks of the running sandbox');
  for (const verb of verbs) addVerb(sandbox, verb);
}

function addVerb(sandbox: Command, verb: Verb): void {
  const command = sandbox.command(verb.name).description(verb.description);
  command.option('--base-url <url>', 'URL of the service');
  for (const [flags, , description] of verb.options) command.option(flags, description);
  command.addHelpText('after', `\nExample:\n  ${verb.example}`);
  command.action(
    action(async (options: Record<string, string | boolean>) => {
      const body: Record<string, string | boolean> = {};
      for (const [flags, field] of verb.options) {
        const value = options[optionName(flags)];
        if (value === undefined) continue;
        const isAmount = flags.endsWith('<amount>') && typeof value === 'string';
        body[field] = isAmount ? plainAmount(field, value) : value;
      }
      const base = typeof options['baseUrl'] === 'string' ? { baseUrl: options['baseUrl'] } : {};
      print(
        JSON.stringify(await callSandbox(findCredentials(base).baseUrl, verb.route, body), null, 2),
      );
    }),
  );
}

/** commander's name for an option: `--without-tag` becomes withoutTag. */
function optionName(flags: string): string {
  const long = flags.split(' ')[0] ?? '';
  return long.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Posts to a sandbox route; throws the service's error when it rejects the request. */
export async function callSandbox(baseUrl: string, route: string, body: object): Promise<unknown> {
  const response = await fetch(`${baseUrl}/sandbox/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new SandboxRefusal(route, response.status, text);
  return JSON.parse(text);
}

export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal';
  readonly status: number;
  constructor(route: string, status: number, text: string) {
    super(`${route}: ${status} ${text}`);
    this.status = status;
  }
}
