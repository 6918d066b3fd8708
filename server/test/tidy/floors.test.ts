// The floors of docs/architecture.md as a test: imports point down only, and between the folders of one floor
// only along the arrows written here. A new folder or arrow is a decision: it is added to these tables.
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
    'policy',
    'sandbox',
    'journal',
    'people',
    'requests',
    'alerts',
    'backups',
    'upgrades',
    'corrections',
  ],
  ['operator'],
  ['http', 'web', 'cli', 'admin', 'metrics', 'tracing'],
];

/** What a folder may use of its own floor. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  chains: ['coins'],
  // The signer is handed plans of transfers and answers signed ones.
  keys: ['coins', 'chains'],
  risk: ['coins', 'workers'],
  // A callback that is given up is an alert.
  events: ['ledger', 'workers'],
  mails: ['workers'],
  rates: ['coins', 'workers'],
  // The audit of the books is recurring work.
  workers: ['ledger'],

  // Where a customer's money goes back to is checked like a destination.
  customers: ['addresses', 'projects'],
  transactions: ['projects'],
  // A project sets what counts as a payment. A chain is read on when every address that was given out is known.
  deposits: ['addresses', 'projects', 'transactions'],
  // What is refunded to an address is sent as a withdrawal.
  channels: ['addresses', 'customers', 'deposits', 'projects', 'transactions', 'withdrawals'],
  invoices: ['addresses', 'customers', 'deposits', 'projects', 'transactions', 'withdrawals'],
  // Unmatched money is credited, sent back, or given to what it was meant for.
  inbox: ['channels', 'deposits', 'invoices', 'projects', 'transactions', 'withdrawals'],
  // The policy decides about withdrawals and knows nothing of them but what they tell.
  withdrawals: ['addresses', 'customers', 'policy', 'projects', 'transactions'],
  // Both move withdrawals, along one table of statuses. What a payout may spend depends on how deep the deposits are.
  payouts: ['addresses', 'deposits', 'projects', 'transactions', 'withdrawals'],
  exchange: ['projects', 'transactions'],
  // The second person of a large correction is found as for withdrawals.
  corrections: ['policy', 'transactions'],
  // Whoever holds a key asks again when its project opens or closes; what came to its old addresses becomes a deposit.
  // Its copies are made beside the database in folders of passing use, as those of backups are.
  upgrades: ['backups'],
  subscriptions: ['deposits', 'invoices', 'projects'],
  sandbox: ['channels', 'deposits', 'invoices', 'projects', 'transactions', 'payouts'],

  http: ['web'],
  cli: ['http'],
  // Requests of people pass the same gate as those of keys.
  admin: ['http', 'web'],
};

/** The files beside the folders put the application together; only the edges and each other use them. */
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
  'main.ts',
];
/** The type of `app` is the one thing that points up: it may be imported from everywhere, as a type. */
const APP = 'app.ts';

/** The one way upwards: only what puts the application together imports it. */
const REACTIONS = 'reactions.ts';

/** Types that describe each other may stand in files of their own; a reader of one needs them all. */
const CYCLE_MAX = 8;

const imports = sources('server/src').flatMap(importsOf);

test('every folder of server/src has a floor', () => {
  const places = new Set(imports.flatMap(({ from, to }) => [placeOf(from), placeOf(to)]));
  const unknown = [...places].filter((place) => floorOf(place) < 0 && !TOP.includes(place));
  expect(unknown).toEqual([]);
});

test('imports point down, or along a written arrow of their floor', () => {
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

test('no folder needs itself through another one', () => {
  const between = imports.filter(
    ({ from, to }) => placeOf(from) !== placeOf(to) && !TOP.includes(placeOf(to)),
  );
  expect(cyclesOf(graphOf(between.map(({ from, to }) => [placeOf(from), placeOf(to)])))).toEqual(
    [],
  );
});

test('no file needs itself through another one', () => {
  const values = imports.filter((item) => !item.isTypeOnly);
  expect(cyclesOf(graphOf(values.map(({ from, to }) => [from, to])))).toEqual([]);
});

test('a cycle of imports that counts types too has at most eight files', () => {
  const groups = groupsOf(graphOf(imports.map(({ from, to }) => [from, to])));
  expect(groups.filter((files) => files.length > CYCLE_MAX)).toEqual([]);
});

/** The steps of a payout follow each other, so some import the next; what several share is beside their folders. */
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

test('adapters never see the database', () => {
  const adapters = /^(chains\/(bitcoind|evm|rippled|rpc)|rates\/providers|risk\/providers)\//;
  // The one thing they take from there: the proof that no transaction waits for a network.
  const isGuard = ({ names }: Import) => names.join() === 'assertOutsideTransaction';
  const wrong = imports.filter(
    (item) => adapters.test(item.from) && placeOf(item.to) === 'db' && !isGuard(item),
  );
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('only ports and configuration depend on the mode', () => {
  // The last is the signer, a program of its own.
  const places = /^(assemble\.ts|core\/config\/(networks|mode-rules)\.ts|cli\/signer\.ts)$/;
  const checksMode = /\bmode (===|!==)|(===|!==) 'sandbox'|\bisSandbox\b/;
  const checking = sources('server/src')
    .filter(({ text }) => checksMode.test(codeOf(text)))
    .map(({ path }) => path.replace('server/src/', ''));
  expect(checking.filter((path) => !places.test(path))).toEqual([]);
});

test('a package does not depend on the product', () => {
  // But for the scope that it is published below.
  const ofProduct = /(?<!@)chaintill/i;
  const knowing = filesBelow('packages', /\.(ts|json|md)$/).filter(
    ({ text }) => ofProduct.test(text) || /from '(\.\.\/){2,}/.test(text),
  );
  expect(knowing.map(({ path }) => path)).toEqual([]);
});

test('every written arrow is used', () => {
  const used = new Set(imports.map(({ from, to }) => `${placeOf(from)} > ${placeOf(to)}`));
  const written = Object.entries(arrows).flatMap(([from, tos]) =>
    tos.map((to) => `${from} > ${to}`),
  );
  expect(written.filter((arrow) => !used.has(arrow))).toEqual([]);
});

/** The folder below `payouts`; null for the files beside those folders. */
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
