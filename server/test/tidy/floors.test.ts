// The layers of docs/architecture.md as a test: imports point down only, and between the folders of one layer only
// along the arrows listed here. A new folder or arrow is a decision: it is added to these tables.
import { expect, test } from 'vitest';
import { codeOf, filesBelow, sources } from './files.ts';
import { cyclesOf, groupsOf, type Import, importsOf, placeOf } from './imports.ts';

const floors: readonly (readonly string[])[] = [
  ['core'],
  ['db', 'contract'],
  ['ledger', 'workers', 'events', 'mails', 'chains', 'coins', 'keys', 'rates', 'risk'],
  [
    'projects',
    'customers',
    'addresses',
    'transactions',
    'deposits',
    'channels',
    'invoices',
    'payouts',
    'withdrawals',
    'inbox',
    'exchange',
    'subscriptions',
    'checkouts',
    'payment-links',
    'shops',
    'terminals',
    'policy',
    'sandbox',
    'journal',
    'people',
    'requests',
    'alerts',
    'backups',
    'upgrades',
    'corrections',
    'notes',
    'proposals',
    'payout-batches',
  ],
  ['operator'],
  ['http', 'web', 'greenfield', 'cli', 'admin', 'metrics', 'tracing'],
];

/** What a folder may use of its own layer. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  chains: ['coins'],
  // The signer gets plans of transfers and returns signed ones.
  keys: ['coins', 'chains'],
  risk: ['coins', 'workers'],
  // A failed callback is an alert.
  events: ['ledger', 'workers'],
  mails: ['workers'],
  rates: ['coins', 'workers'],
  // The audit of the ledger is a recurring job.
  workers: ['ledger'],

  // A customer's refund address is checked like a destination.
  customers: ['addresses', 'projects'],
  transactions: ['projects'],
  // A project sets its minimum payment. A chain is read further when every assigned address is known.
  deposits: ['addresses', 'projects', 'transactions'],
  // A refund to an address is sent as a withdrawal.
  channels: ['addresses', 'customers', 'deposits', 'projects', 'transactions', 'withdrawals'],
  invoices: ['addresses', 'customers', 'deposits', 'projects', 'transactions', 'withdrawals'],
  // Unmatched payments are credited, returned, or attached to another object.
  inbox: ['channels', 'deposits', 'invoices', 'projects', 'transactions', 'withdrawals'],
  // The policy decides withdrawals and knows only what it is given about them.
  withdrawals: ['addresses', 'customers', 'policy', 'projects', 'requests', 'transactions'],
  // Both change withdrawals, along one table of statuses. What a payout may spend depends on the depth of the deposits.
  payouts: ['addresses', 'deposits', 'projects', 'transactions', 'withdrawals'],
  // Its rows become withdrawals.
  'payout-batches': ['payouts', 'policy', 'projects', 'withdrawals'],
  exchange: ['projects', 'transactions'],
  // The approver of a large correction is found as for withdrawals.
  corrections: ['policy', 'transactions'],
  // An approval runs the decision itself.
  proposals: ['channels', 'deposits', 'inbox', 'invoices', 'projects'],
  // Its copies use temporary folders next to the database, like those of backups.
  upgrades: ['backups'],
  subscriptions: ['deposits', 'invoices', 'projects'],
  // A payment to a finished invoice is brought onto another one.
  checkouts: ['customers', 'deposits', 'inbox', 'invoices', 'projects'],
  // The payer's click makes a checkout. A donor's reminder is a subscription.
  'payment-links': ['checkouts', 'projects', 'subscriptions'],
  // The event of a refund names its link.
  shops: ['invoices', 'projects'],
  // Each sale is a checkout. Staff sign in with the limits of people's passwords.
  terminals: ['checkouts', 'deposits', 'people', 'projects'],
  sandbox: ['channels', 'deposits', 'invoices', 'projects', 'transactions', 'payouts'],

  http: ['greenfield', 'web'],
  greenfield: ['web'],
  cli: ['http'],
  // Requests of people pass the same checks as those of keys.
  admin: ['http', 'web'],
};

/** The top-level files assemble the application; only the edges and each other use them. */
const TOP = [
  'app.ts',
  'reactions.ts',
  'assemble.ts',
  'late-times.ts',
  'object-workers.ts',
  'claim-mode.ts',
  'open-master-key.ts',
  'bootstrap.ts',
  'serve.ts',
  'start-service.ts',
  'main.ts',
];
/** Only the type of `app` points up: it may be imported everywhere, as a type. */
const APP = 'app.ts';

/** The only way up: only the module that assembles the application imports it. */
const REACTIONS = 'reactions.ts';

/** Types that refer to each other may be in separate files; a reader of one needs them all. */
const CYCLE_MAX = 8;

const imports = sources('server/src').flatMap(importsOf);

test('every folder of server/src has a layer', () => {
  const places = new Set(imports.flatMap(({ from, to }) => [placeOf(from), placeOf(to)]));
  const unknown = [...places].filter((place) => floorOf(place) < 0 && !TOP.includes(place));
  expect(unknown).toEqual([]);
});

test('imports point down, or along a listed arrow of their layer', () => {
  const wrong = imports.filter((item) => !isAllowed(item));
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('the type of app is imported as a type', () => {
  const wrong = imports.filter(
    ({ from, to, isTypeOnly }) => to === APP && !isTypeOnly && !TOP.includes(from),
  );
  expect(wrong.map(({ from }) => from)).toEqual([]);
});

test('only assemble.ts imports the reactions', () => {
  const wrong = imports.filter(({ from, to }) => to === REACTIONS && from !== 'assemble.ts');
  expect(wrong.map(({ from }) => from)).toEqual([]);
});

test('no folder imports itself through another one', () => {
  const between = imports.filter(
    ({ from, to }) => placeOf(from) !== placeOf(to) && !TOP.includes(placeOf(to)),
  );
  expect(cyclesOf(graphOf(between.map(({ from, to }) => [placeOf(from), placeOf(to)])))).toEqual(
    [],
  );
});

test('no file imports itself through another one', () => {
  const values = imports.filter((item) => !item.isTypeOnly);
  expect(cyclesOf(graphOf(values.map(({ from, to }) => [from, to])))).toEqual([]);
});

test('a cycle of imports that counts types too has at most eight files', () => {
  const groups = groupsOf(graphOf(imports.map(({ from, to }) => [from, to])));
  expect(groups.filter((files) => files.length > CYCLE_MAX)).toEqual([]);
});

/** The steps of a payout follow each other, so some import the next; shared code is next to their folders. */
const BETWEEN_STEPS_MAX = 32;
/** Only these files of `payouts` import its folders: the sender calls them all. */
const ABOVE_STEPS = ['payouts/sender.ts'];

test(`at most ${BETWEEN_STEPS_MAX} imports lead from one folder of payouts to another`, () => {
  const between = imports.filter(({ from, to }) => {
    const [step, other] = [stepOf(from), stepOf(to)];
    return step !== null && other !== null && step !== other;
  });
  expect(between.length).toBeLessThanOrEqual(BETWEEN_STEPS_MAX);
});

test('what the folders of payouts share imports none of them', () => {
  const shared = imports.filter(({ from }) => placeOf(from) === 'payouts' && stepOf(from) === null);
  const wrong = shared.filter(({ from, to }) => stepOf(to) !== null && !ABOVE_STEPS.includes(from));
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('adapters never access the database', () => {
  const adapters = /^(chains\/(bitcoind|evm|rippled|rpc)|rates\/providers|risk\/providers)\//;
  // The only exception: the check that no transaction waits for a network.
  const isGuard = ({ names }: Import) => names.join() === 'assertOutsideTransaction';
  const wrong = imports.filter(
    (item) => adapters.test(item.from) && placeOf(item.to) === 'db' && !isGuard(item),
  );
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('only ports and configuration depend on the mode', () => {
  // The last is the signer, a separate program.
  const places = /^(assemble\.ts|core\/config\/(networks|mode-rules)\.ts|cli\/signer\.ts)$/;
  const checksMode = /\bmode (===|!==)|(===|!==) 'sandbox'|\bisSandbox\b/;
  const checking = sources('server/src')
    .filter(({ text }) => checksMode.test(codeOf(text)))
    .map(({ path }) => path.replace('server/src/', ''));
  expect(checking.filter((path) => !places.test(path))).toEqual([]);
});

test('a package does not depend on the product', () => {
  // Except for the scope under which it is published.
  const ofProduct = /(?<!@)chaintill/i;
  const knowing = filesBelow('packages/embedded-postgres', /\.(ts|json|md)$/).filter(
    ({ text }) => ofProduct.test(text) || /from '(\.\.\/){2,}/.test(text),
  );
  expect(knowing.map(({ path }) => path)).toEqual([]);
});

test('a plugin knows the service only through the client', () => {
  const imported = sources('packages/vendure-plugin/src').flatMap(({ text }) =>
    [...codeOf(text).matchAll(/ from '([^']+)'/g)].map(([, name = '']) => name),
  );
  const foreign = imported.filter((name) => !/^(\.\/[\w-]+\.ts|node:.+)$/.test(name));
  expect([...new Set(foreign)].sort()).toEqual([
    '@chaintill/client',
    '@chaintill/client/express',
    '@vendure/core',
  ]);
});

test('every listed arrow is used', () => {
  const used = new Set(imports.map(({ from, to }) => `${placeOf(from)} > ${placeOf(to)}`));
  const written = Object.entries(arrows).flatMap(([from, tos]) =>
    tos.map((to) => `${from} > ${to}`),
  );
  expect(written.filter((arrow) => !used.has(arrow))).toEqual([]);
});

/** The folder below `payouts`; null for the files next to those folders. */
function stepOf(path: string): string | null {
  const [place, step, file] = path.split('/');
  return place === 'payouts' && file !== undefined ? (step ?? null) : null;
}

function isAllowed({ from, to }: Import): boolean {
  const [source, target] = [placeOf(from), placeOf(to)];
  if (source === target || target === APP) return true;
  if (TOP.includes(source)) return true;
  if (TOP.includes(target)) return floorOf(source) === floors.length - 1;
  if (floorOf(target) < floorOf(source)) return true;
  return arrows[source]?.includes(target) ?? false;
}

function floorOf(place: string): number {
  return floors.findIndex((floor) => floor.includes(place));
}

function graphOf(pairs: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of pairs) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}
