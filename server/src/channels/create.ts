// Creates a channel: a permanent address for a customer.
import { claimAddress, withPool } from '../addresses/pool.ts';
import type { App } from '../app.ts';
import { chooseCoin, chooseCurrency } from '../coins/choose.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import type { InputOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { apiError, type ErrorDetail, invalid, notFound } from '../core/errors.ts';
import { checkCustomer, customerProblems } from '../customers/customer.ts';
import { countObjects } from '../db/object-counts.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Project } from '../projects/project.ts';
import { CHANNEL_COLUMNS, type ChannelRow, findChannel } from './store-channels.ts';

type CreateInput = InputOf<Operations['createChannel']>;

/** Errors: 422 `invalid`, 409 `duplicate_custom_id`. */
export async function createChannel(
  app: App,
  caller: { project: Project; objectId: string },
  input: CreateInput,
): Promise<ChannelRow> {
  const problems: ErrorDetail[] = [];
  const coin = await readRequest(app, caller.project, { input, problems });
  if (coin === null || problems.length > 0) throw invalid(...problems);
  const projectId = caller.project.id;
  return withPool(app, () =>
    app.db.transaction(async (tx) => {
      await lockLedger(tx, projectId);
      const repeated = await findChannel(tx, projectId, caller.objectId);
      if (repeated !== null) return repeated;
      await refuseDuplicate(tx, projectId, input.custom_id);
      const destination = await claimAddress(tx, {
        coin: coin.code,
        projectId,
        ownerType: 'channel',
        ownerId: caller.objectId,
      });
      await countObjects(tx, projectId, { objectType: 'channel', added: 1 });
      return insertRow(tx, toRow(app, { caller, coin, input, destination }));
    }),
  );
}

interface Request {
  readonly input: Partial<CreateInput>;
  readonly problems: ErrorDetail[];
}

export async function findChannelProblems(
  app: App,
  { project }: { project: Project },
  request: Request,
): Promise<void> {
  await readRequest(app, project, request);
}

async function readRequest(
  app: App,
  project: Project,
  { input, problems }: Request,
): Promise<Coin | null> {
  const paid = { value: input.pay_currency, target: 'pay_currency', network: input.network };
  const coin = chooseCoin(app, paid, problems);
  chooseCurrency(app, { value: input.receiver_currency, target: 'receiver_currency' }, problems);
  problems.push(...(await customerProblems(app, project, input.customer_id)));
  return coin;
}

async function refuseDuplicate(
  tx: Tx,
  projectId: string,
  customId: string | undefined,
): Promise<void> {
  if (customId === undefined) return;
  const rows = await tx.query('select 1 from channels where project_id = $1 and custom_id = $2', [
    projectId,
    customId,
  ]);
  if (rows.length > 0) throw apiError('duplicate_custom_id');
}

function toRow(
  app: App,
  {
    caller,
    coin,
    input,
    destination,
  }: {
    caller: { project: Project; objectId: string };
    coin: Coin;
    input: CreateInput;
    destination: Destination;
  },
): ChannelRow {
  return {
    project_id: caller.project.id,
    id: caller.objectId,
    status: 'enabled',
    name: input.name,
    description: input.description ?? null,
    receiver_currency: input.receiver_currency,
    pay_currency: coin.code,
    network: coin.network,
    address: destination.address,
    tag: destination.tag,
    custom_id: input.custom_id ?? null,
    customer_id: input.customer_id ?? null,
    created_at: new Date(app.clock.now()),
  };
}

async function insertRow(tx: Tx, row: ChannelRow): Promise<ChannelRow> {
  await tx.query(
    `insert into channels (${CHANNEL_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      row.project_id,
      row.id,
      row.status,
      row.name,
      row.description,
      row.receiver_currency,
      row.pay_currency,
      row.network,
      row.address,
      row.tag,
      row.custom_id,
      row.customer_id,
      row.created_at,
    ],
  );
  return row;
}

type UpdateInput = InputOf<Operations['updateChannel']>;

/** Omitted fields stay unchanged. Errors: 404. */
export async function updateChannel(
  app: App,
  project: Project,
  input: UpdateInput,
): Promise<ChannelRow> {
  await checkCustomer(app, project, input.customer_id);
  const rows = await app.db.query<ChannelRow>(
    `update channels set name = coalesce($3, name), description = coalesce($4, description),
       status = coalesce($5, status), customer_id = coalesce($6, customer_id)
     where project_id = $1 and id = $2 returning ${CHANNEL_COLUMNS}`,
    [project.id, input.channel_id, input.name, input.description, input.status, input.customer_id],
  );
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}
