// `chaintill sandbox ...`: controls the running service's simulated network through its routes.
import type { Command } from 'commander';
import { plainAmount } from './plain-amount.ts';
import { action, print } from './run.ts';
import { findCredentials } from './signed-fetch.ts';

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
      ['--amount <amount>', 'amount', 'what is due when not given'],
      ['--delivered <amount>', 'delivered_amount', 'XRP: what a partial payment delivers'],
      ['--risk <level>', 'risk_level', 'low, medium or high'],
      ['--fails', 'fails', 'ETH: mined, yet nothing arrives'],
      ['--stuck', 'stuck', 'no block takes it until it is released'],
      ['--without-tag', 'without_tag', 'XRP: leave out the destination tag'],
      ['--token <category>', 'token_category', 'BCH: a token of it beside the coins'],
      ['--reference <text>', 'reference', 'paid once, however often it is sent'],
    ],
  },
  {
    name: 'mine',
    route: 'blocks',
    description: 'Mine blocks',
    example: 'chaintill sandbox mine --currency BTC --count 3',
    options: [
      ['--currency <coin>', 'currency', 'which chain'],
      ['--network <network>', 'network', 'network of the currency, where it has several'],
      ['--count <n>', 'count', 'how many (1)'],
      ['--empty', 'empty', 'take no transactions'],
    ],
  },
  {
    name: 'reorganise',
    route: 'reorganisations',
    description: 'Replace the newest blocks by a longer fork',
    example: 'chaintill sandbox reorganise --currency BTC --depth 2',
    options: [
      ['--currency <coin>', 'currency', 'which chain'],
      ['--network <network>', 'network', 'network of the currency, where it has several'],
      ['--depth <n>', 'depth', 'how many blocks leave'],
      ['--drop', 'drop', 'their transactions vanish'],
    ],
  },
  {
    name: 'replace',
    route: 'replacements',
    description:
      'Replace an unconfirmed payment: by another amount, or by nothing (double-spent away)',
    example: 'chaintill sandbox replace --txid 4f5c... --amount 0.0005',
    options: [
      ['--txid <txid>', 'txid', 'the payment'],
      ['--amount <amount>', 'amount', 'what it pays instead (0: nothing)'],
    ],
  },
  {
    name: 'double-spend',
    route: 'double-spends',
    description:
      'Try to spend the money of an unconfirmed payment of BCH twice: its nodes prove it',
    example: 'chaintill sandbox double-spend --txid 4f5c...',
    options: [['--txid <txid>', 'txid', 'the payment, which stays the one that counts']],
  },
  {
    name: 'stuck',
    route: 'stuck',
    description:
      'Keep a transaction, of a payer or of ours, out of every block, or let it go again',
    example: 'chaintill sandbox stuck --txid 4f5c... --stuck false',
    options: [
      ['--txid <txid>', 'txid', 'the transaction'],
      ['--stuck <true|false>', 'stuck', 'false lets the next block take it (true)'],
    ],
  },
  {
    name: 'clock',
    route: 'clock',
    description: 'Move the clock forwards',
    example: 'chaintill sandbox clock --advance 600',
    options: [['--advance <seconds>', 'advance_seconds', 'by how much']],
  },
  {
    name: 'settings',
    route: 'settings',
    description: 'Change, and show, how the simulated network behaves',
    example: 'chaintill sandbox settings --currency BTC --node-down true',
    options: [
      ['--currency <coin>', 'currency', 'one chain only'],
      ['--network <network>', 'network', 'network of the currency, where it has several'],
      ['--mine-every <seconds>', 'mine_every_seconds', 'blocks come by themselves (0: never)'],
      ['--node-down <true|false>', 'node_down', 'the node does not answer'],
      ['--fees <percent>', 'fee_percent', 'what fees cost, in percent of a quiet day'],
      [
        '--refuse-replacements <true|false>',
        'refuse_replacements',
        'the node keeps the first of two that spend the same',
      ],
      ['--callback-faults <kind>', 'callback_faults', 'none, drop, duplicate or chaos'],
      ['--rates-down <true|false>', 'rates_down', 'there are no rates'],
    ],
  },
];

export function addSandboxCommands(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('Drive the simulated networks of the running sandbox');
  for (const verb of verbs) addVerb(sandbox, verb);
}

function addVerb(sandbox: Command, verb: Verb): void {
  const command = sandbox.command(verb.name).description(verb.description);
  command.option('--base-url <url>', 'address of the service');
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

/** The service's error response. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal';
  readonly status: number;
  constructor(route: string, status: number, text: string) {
    super(`${route}: ${status} ${text}`);
    this.status = status;
  }
}
