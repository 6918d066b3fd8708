// Plays the operator's views: each list with each of its filters, and the data of the screens. For tests of their cost
// on databases of different sizes.
import type { Assembled } from '../../src/assemble.ts';
import { MOVEMENTS } from '../../src/contract/movements.ts';
import type { OperatorName } from '../../src/contract/operator/operations.ts';
import { NOTICES } from '../../src/contract/people/notices.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { readings } from '../../src/metrics/readings.ts';
import { notifyPeople } from '../../src/operator/notify-people.ts';
import { perform, type Values } from '../../src/operator/perform.ts';
import { chooseNotices } from '../../src/people/notices.ts';
import { createUser } from '../../src/people/users.ts';

const ACTOR = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const TABLES = ['invoices', 'coin_withdrawals', 'channel_payments', 'deposits', 'deliveries'];

const WHERE_ALL_IS = `select id from projects p where ${TABLES.map(
  (table) => `exists (select 1 from ${table} where project_id = p.id)`,
).join(' and ')} limit 1`;

interface ReadResult {
  readonly id: string;
  readonly project_id: string;
  readonly [column: string]: unknown;
}

export async function playOperator(
  { assembled }: { assembled: Assembled },
  hear: (name: string) => void,
): Promise<void> {
  const { app, coinWallets, nodes } = assembled;
  const [project] = await app.db.query<{ id: string }>(WHERE_ALL_IS);
  const any = async (table: string): Promise<ReadResult> => {
    const [row] = await app.db.query<ReadResult>(
      `select * from ${table} where project_id = $1 order by id desc limit 1`,
      [defined(project, 'a project with some of everything').id],
    );
    return defined(row, `a row of ${table}`);
  };
  await playNotices(app, hear);
  hear('what is looked for');
  const [invoice, withdrawal, payment, deposit, delivery] = await Promise.all(TABLES.map(any));
  const found = { invoice, withdrawal, payment, deposit, delivery };
  for (const [name, values] of readCalls(found, app.clock.now())) {
    hear(`${name} ${JSON.stringify(values)}`);
    await perform({ ...app, coinWallets, nodes }, name, { actor: ACTOR, values });
  }
  for (const { name, read } of readings) {
    hear(`figures of ${name}`);
    await read({ ...app, coinWallets, nodes });
  }
}

/** As a reader of everything, and as a reader of one project. */
async function playNotices(app: Assembled['app'], hear: (name: string) => void): Promise<void> {
  hear('what people are told of');
  const [project] = await app.db.query<{ id: string }>('select id from projects limit 1');
  const projectId = defined(project, 'a project').id;
  for (const role of ['auditor', null] as const) {
    const name = `reader ${newId(app.clock, app.random)}`;
    const user = { name, email: `${name.replace(' ', '-')}@shop.example`, role };
    const confirmed = { ...user, isEmailConfirmed: true };
    const { id } = await createUser(app, confirmed, { projectId, roles: ['viewer'] });
    await chooseNotices(app, id, NOTICES);
  }
  await notifyPeople(app);
}

type Found = Readonly<
  Record<'invoice' | 'withdrawal' | 'payment' | 'deposit' | 'delivery', ReadResult | undefined>
>;
type ReadCall = readonly [name: OperatorName, values: Values];

/** The first page and one from the middle, in both directions. */
function byAmount(values: Values, after: string | undefined): readonly Values[] {
  return ['highest', 'lowest'].flatMap((order) => [
    { ...values, order },
    { ...values, order, after },
  ]);
}

function readCalls(found: Found, now: number): readonly ReadCall[] {
  const { withdrawal, payment, delivery } = found;
  const project = defined(found.invoice, 'an invoice').project_id;
  const from = new Date(now - DAY).toISOString();
  const to = new Date(now - HOUR).toISOString();
  const each = (name: OperatorName, ...all: readonly Values[]): ReadCall[] =>
    all.map((values) => [name, values]);
  const withProject = (values: readonly Values[]) =>
    values.flatMap((one) => [one, { ...one, project }]);
  return [
    ...each('nodes.list', {}),
    ...each('rates.list', {}),
    ...each('workers.list', {}),
    ...each('versions.show', {}),
    ...each('books.show', {}),
    ...each('wallet.list', {}),
    ...each('wallet.signer', {}),
    ...each('projects.show', { project }),
    ...each('alerts.list', {}, { all: 'true' }, { kind: 'reversed' }, { all: 'true', from, to }),
    ...each(
      'withdrawals.list',
      ...withProject([
        {},
        { status: 'completed' },
        { status: 'on_hold' },
        { status: 'cancelled' },
        { from, to },
        { coin: 'LTC' },
        { coin: 'BTC' },
        { currency: 'USD' },
        { custom_id: withdrawal?.['custom_id'] ?? 'payout-0' },
        { address: withdrawal?.['address'] },
        { txid: withdrawal?.['txid'] ?? 'none' },
        { after: withdrawal?.id },
        { status: 'on_hold', waits_for: 'operator' },
        { order: 'oldest', currency: 'USD' },
      ]),
      ...byAmount({ project, coin: 'LTC' }, withdrawal?.id),
    ),
    ...each(
      'channel-payments.list',
      ...withProject([
        {},
        { held: 'true' },
        { status: 'refunded' },
        { from, to },
        { coin: 'BTC' },
        { channel_id: payment?.['channel_id'] },
        { txid: payment?.['txid'] },
        { customer_id: payment?.['customer_id'] ?? 'nobody' },
      ]),
    ),
    ...each(
      'deposits.unmatched',
      ...withProject([{}, { coin: 'LTC' }, { reason: 'late' }, { txid: 'none' }, { from, to }]),
      ...byAmount({ project, coin: 'LTC' }, found.deposit?.id),
    ),
    ...each(
      'deposits.resolutions',
      ...withProject([{}, { txid: found.deposit?.['txid'] ?? 'none' }, { from, to }]),
    ),
    ...each('deposits.contested', {}),
    ...each('deposits.unknown-tokens', {}),
    ...each('deposits.history', { deposit_id: found.deposit?.id }),
    ...each('deposits.preview', { deposit_id: found.deposit?.id }),
    ...each(
      'invoices.list',
      ...withProject([
        {},
        { status: 'unresolved' },
        { status: 'completed' },
        { status: 'cancelled' },
        { coin: 'LTC' },
        { customer_id: 'nobody' },
        { from, to },
        { status: 'unresolved', context: 'overpaid', customer_id: 'nobody', coin: 'BTC' },
        { status: 'cancelled', coin: 'BTC', from, to },
        { subscription_id: found.invoice?.['subscription_id'] ?? found.invoice?.id },
        { payer_email: 'A' },
        { payer_email: 'a', status: 'unresolved', coin: 'BTC', to },
        { after: found.invoice?.id },
        { order: 'oldest', currency: 'EUR', from },
      ]),
      ...byAmount({ project, currency: 'EUR' }, found.invoice?.id),
    ),
    ...each('invoices.high-risk', ...withProject([{}])),
    ...each(
      'customers.list',
      ...[{}, { begins: 'a' }, { begins: 'a', after: 'ab' }].map((one) => ({ ...one, project })),
      ...[{ order: 'newest' }, { order: 'oldest', from }].map((one) => ({ ...one, project })),
    ),
    ...each(
      'channels.list',
      ...[
        {},
        { status: 'disabled' },
        { coin: 'BTC' },
        { customer_id: 'nobody' },
        { custom_id: 'or' },
        { custom_id: 'or', status: 'enabled', customer_id: 'nobody' },
      ].map((one) => ({ ...one, project })),
    ),
    ...each(
      'subscriptions.list',
      ...[
        {},
        { status: 'active' },
        { currency: 'EUR' },
        { payer_email: 'A' },
        { custom_id: 'or' },
        { payer_email: 'a', custom_id: 'o', status: 'active' },
      ].map((one) => ({ ...one, project })),
    ),
    ...each(
      'checkouts.list',
      ...[
        {},
        { status: 'expired' },
        { context: 'paid_late' },
        { currency: 'EUR', from },
        { customer_id: 'nobody', status: 'open' },
      ].map((one) => ({ ...one, project })),
    ),
    ...each(
      'customers.show',
      ...[found.invoice, payment].flatMap((one) =>
        one?.['customer_id'] == null ? [] : [{ project, customer_id: one['customer_id'] }],
      ),
    ),
    ...each(
      'subscriptions.show',
      ...(found.invoice?.['subscription_id'] == null
        ? []
        : [{ project, subscription_id: found.invoice['subscription_id'] }]),
    ),
    ...each(
      'callbacks.deliveries',
      ...[
        {},
        { status: 'failed' },
        { status: 'delivered' },
        { status: 'pending', order: 'oldest' },
        { from, to },
      ].map((one) => ({
        ...one,
        project,
      })),
      { project: delivery?.project_id, object_id: delivery?.['object_id'] },
      { project: delivery?.project_id, endpoint_id: delivery?.['endpoint_id'] },
      { project: delivery?.project_id, type: 'Invoice', event: 'completed' },
    ),
    ...each('callbacks.events', { project }, { project, after: `0,${BEFORE_ALL}` }),
    ...each('callbacks.events', {
      project: delivery?.project_id,
      after: `0,${delivery?.['event_id']}`,
    }),
    ...each('policy.history', { project }),
    ...each('policy.journal', { project }, { project, step: 'approved' }, { project, from, to }),
    ...each('policy.windows', { project }),
    ...each('policy.addresses.list', { project }, { project, all: 'true', coin: 'LTC' }),
    ...each('risk.list', {}, { list: 'block', coin: 'BTC' }, { address: 'nobody' }),
    ...each(
      'requests.list',
      ...[{}, { result: 'refused' }, { path: '/api/in', key: 'none' }, { from, to }].map((one) => ({
        ...one,
        project,
      })),
      { project, request_id: 'none' },
    ),
    ...each('keys.list', { project }),
    ...each('shop-keys.list', { project }),
    ...each('shop-keys.webhooks', { project }),
    ...each('payer-domains.show', { project }),
    ...each('payouts.pauses', ...withProject([{}, { all: 'true' }])),
    ...each('solvency.holdings', {}),
    ...each(
      'accounts.statement',
      ...[{}, { from }, { from, to }].map((one) => ({ ...one, project, currency: 'EUR' })),
    ),
    ...each(
      'search.find',
      ...withProject([
        { text: 'order-0' },
        { text: '25.5' },
        { text: 'ada@shop.example' },
        { text: found.invoice?.id.slice(0, 9) },
        { text: found.invoice?.['address'] },
        { text: found.deposit?.['txid'] },
      ]),
    ),
    ...each(
      'transactions.trace',
      ...[found.invoice, withdrawal, payment, found.deposit].flatMap((one) =>
        one?.project_id ? [{ project: one.project_id, reference_id: one.id }] : [],
      ),
    ),
    ...each('overview.show', ...withProject([{}])),
    ...each('reports.show', ...withProject([{}, { from, to, by: 'day' }])),
    ...each('reports.lines', ...withProject([{}])),
    ...each('reports.summary', ...withProject([{}, { from, to, by: 'day' }])),
    ...each('reports.entries', ...MOVEMENTS.map((line) => ({ project, from, to, line }))),
    ...each('overview.flows', ...withProject([{}, { from, to }])),
    ...each('withdrawals.show', { withdrawal_id: withdrawal?.id }),
  ];
}
