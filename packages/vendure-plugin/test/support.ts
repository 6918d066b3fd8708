// A real Vendure with the packed plugin, in a process of its own that the test can kill, and what its storefront and
// its merchant ask of it. `.ci/run` installs Vendure; `npm ci --prefix packages/vendure-plugin/e2e` does elsewhere.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';

export const here = join(import.meta.dirname, '..');
const root = join(here, '../..');
const installed = join(here, 'e2e/node_modules');
export const VENDURE_HINT =
  'Vendure is not installed: npm ci --ignore-scripts --prefix packages/vendure-plugin/e2e';

/** Without Vendure it is skipped with a one-line notice; on a build server (CI is set) it fails. */
export function describeWithVendure(name: string, body: () => void): void {
  if (existsSync(join(installed, '@vendure/core'))) {
    describe(name, body);
    return;
  }
  process.stderr.write(`${VENDURE_HINT} (skipped: ${name})\n`);
  if (process.env['CI'] === undefined) {
    describe.skip(name, body);
    return;
  }
  describe(name, () => {
    it('has a Vendure to run in', () => expect.fail(VENDURE_HINT));
  });
}

/** A folder where the packed plugin and client are installed, as npm would do it, beside a link to Vendure. */
export function installPacked(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-vendure-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@chaintill'), { recursive: true });
  unpack(here, join(modules, '@chaintill/vendure-plugin'));
  unpack(join(root, 'client'), join(modules, '@chaintill/client'));
  for (const name of ['@vendure', 'graphql'])
    symlinkSync(join(installed, name), join(modules, name));
  symlinkSync(join(here, 'e2e/products.csv'), join(folder, 'products.csv'));
  run('cp', [join(here, 'e2e/shop.cjs'), folder]);
  return folder;
}

/** The names of the packed files. */
export function unpack(from: string, to: string): string[] {
  mkdirSync(to, { recursive: true });
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', to];
  const [{ filename, files }] = JSON.parse(run('npm', packing, from));
  const archive = join(to, filename);
  run('tar', ['-xzf', archive, '--strip-components=1', '-C', to]);
  rmSync(archive);
  return files.map(({ path }: { path: string }) => path);
}

function run(program: string, args: readonly string[], cwd = here): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}

export interface RunningShop {
  /** Lines that it wrote: events. */
  readonly lines: string[];
  kill(): Promise<void>;
}

const READY_MILLISECONDS = 150_000;

export async function startShop(folder: string, configuration: object): Promise<RunningShop> {
  const child = spawn(process.execPath, ['shop.cjs'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      SHOP: JSON.stringify(configuration),
      VENDURE_DISABLE_TELEMETRY: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  await new Promise<void>((ready, fail) => {
    const limit = setTimeout(() => fail(new Error(`too slow: ${lines}`)), READY_MILLISECONDS);
    const note = (line: string) => {
      lines.push(line);
      if (line !== 'ready') return;
      clearTimeout(limit);
      ready();
    };
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', note);
    child.once('exit', () => fail(new Error(`the shop ended: ${lines.slice(-20).join('\n')}`)));
  });
  return { lines, kill: () => kill(child) };
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGKILL');
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the shapes are Vendure's
type Answer = any;

/** One session with the Shop API or the Admin API. */
export function openSession(url: string) {
  let token: string | null = null;
  return async (query: string, variables: object = {}): Promise<Answer> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    token = response.headers.get('vendure-auth-token') ?? token;
    const { data, errors } = (await response.json()) as { data: Answer; errors?: unknown };
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data;
  };
}

export type Session = ReturnType<typeof openSession>;

export const ADMIN = { name: 'owner', password: 'owner' };

export async function openAdmin(url: string): Promise<Session> {
  const call = openSession(`${url}/admin-api`);
  await call(
    `mutation ($name: String!, $password: String!) {
      login(username: $name, password: $password) { __typename } }`,
    ADMIN,
  );
  return call;
}

/** A customer with two teas, who is about to pay 40 and 19 % tax and 5 for shipping. */
export async function arrangeOrder(url: string): Promise<{ call: Session; code: string }> {
  const call = openSession(`${url}/shop-api`);
  const { products } = await call('{ products { items { variants { id } } } }');
  const variant = products.items[0].variants[0].id;
  const { addItemToOrder: order } = await call(
    `mutation ($variant: ID!) { addItemToOrder(productVariantId: $variant, quantity: 2) {
       __typename ... on Order { code } } }`,
    { variant },
  );
  await call(`mutation { setCustomerForOrder(input: {
    firstName: "Ada", lastName: "Kay", emailAddress: "ada@shop.example" }) { __typename } }`);
  await call(`mutation { setOrderShippingAddress(input: {
    streetLine1: "Way 1", city: "Town", postalCode: "1", countryCode: "DE" }) { __typename } }`);
  const { eligibleShippingMethods } = await call('{ eligibleShippingMethods { id } }');
  await call(
    'mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename } }',
    {
      id: [eligibleShippingMethods[0].id],
    },
  );
  await arrange(call);
  return { call, code: order.code };
}

export const arrange = async (call: Session) =>
  (
    await call(`mutation { transitionOrderToState(state: "ArrangingPayment") {
      __typename ... on Order { state } ... on OrderStateTransitionError { transitionError } } }`)
  ).transitionOrderToState;

/** The order with its payments, oldest first, or why there is no new payment. */
export async function addPayment(call: Session, method = 'chaintill'): Promise<Answer> {
  const { addPaymentToOrder: answer } = await call(
    `mutation ($method: String!) { addPaymentToOrder(input: { method: $method, metadata: {} }) {
      __typename
      ... on Order { code state totalWithTax payments { id state amount transactionId metadata } }
      ... on ErrorResult { errorCode message }
      ... on PaymentFailedError { paymentErrorMessage } } }`,
    { method },
  );
  answer.payments?.sort((a: { id: string }, b: { id: string }) => Number(a.id) - Number(b.id));
  return answer;
}
