// Findings about what the database knows: the deposits of a transaction or of an address, and our own payouts.
import type { App } from '../../app.ts';
import { readCursor } from '../../deposits/cursor.ts';
import { moneyOf } from '../present.ts';
import type { ParsedTexts } from '../search/search-sources.ts';
import { findingOf } from './classify.ts';
import {
  addressesOf,
  channelPaymentsOf,
  depositsOfAddresses,
  isSharedAccount,
  type ObjectRow,
  type Owner,
  objectsOf,
  ownersWithIds,
  type StoredDeposit,
  unknownTokensOf,
  withdrawalsOf,
} from './find-stored.ts';
import { type Finding, finding } from './finding.ts';
import type { Pasted } from './parse-payment.ts';

export async function explainDeposits(
  app: App,
  deposits: readonly StoredDeposit[],
): Promise<Finding[]> {
  const owners = deposits.flatMap(({ owner_id: id }) => id ?? []);
  const objects = await objectsOf(app.db, owners);
  const payments = await channelPaymentsOf(app.db, deposits);
  return Promise.all(
    deposits.map(async (deposit) => {
      const object = objects.get(deposit.owner_id ?? '') ?? null;
      const channelPayment = payments.get(deposit.id) ?? null;
      const code = findingOf(deposit, { object, channelPayment });
      return {
        ...finding(app, code, deposit),
        project_id: deposit.project_id,
        deposit_id: deposit.id,
        channel_payment_id: channelPayment?.id ?? null,
        object: object && shownObject(app, object),
        reason: deposit.is_unmatched ? deposit.reason : null,
        confirmations: deposit.status === 'pending' ? await confirmationsOf(app, deposit) : null,
        seen_at: deposit.first_seen_at,
      };
    }),
  );
}

/** A transaction in the newest block has one confirmation. */
async function confirmationsOf(app: App, deposit: StoredDeposit) {
  const { coin, block_height: height, confirmations_required: required } = deposit;
  if (height === null) return { seen: 0, required };
  const cursor = await readCursor(app, app.knownCoins.get(coin)?.feeCoin ?? coin);
  return { seen: Math.max(0, (cursor?.height ?? height - 1) - height + 1), required };
}

export function shownObject(app: App, { coin, missing, ...object }: ObjectRow): Finding['object'] {
  return { ...object, missing: missing === null ? null : moneyOf(app, missing, coin) };
}

interface Asked {
  readonly txids: readonly string[];
  readonly projectId: string | null;
}

export async function explainPayouts(app: App, asked: Asked): Promise<Finding[]> {
  const rows = await withdrawalsOf(app.db, asked);
  return rows.map((row) => ({
    ...finding(app, 'payout', row),
    project_id: row.project_id,
    object: {
      type: 'withdrawal' as const,
      id: row.id,
      title: row.title,
      status: row.status,
      context: null,
      expires_at: null,
      missing: null,
    },
    seen_at: row.created_at,
  }));
}

/** The amounts are claims of unknown contracts, so they are not shown. */
export async function explainUnknownTokens(app: App, asked: Asked): Promise<Finding[]> {
  const rows = await unknownTokensOf(app, asked);
  return rows.map((row) => ({
    ...finding(app, 'unsupported_token', row),
    project_id: row.project_id,
    seen_at: row.seen_at,
  }));
}

/** Of addresses, payment links and payment URIs. */
export async function explainAddresses(
  app: App,
  { ids, destinations }: Pasted,
  projectId: string | null,
): Promise<Finding[]> {
  const named = await ownersWithIds(app.db, ids, projectId);
  const rows = await addressesOf(app.db, destinations, projectId);
  const given = rows.flatMap(({ owner_type: type, owner_id: id }): Owner[] =>
    id === null || type === null || type === 'treasury' ? [] : [{ type, id }],
  );
  const owners = [...new Set([...named, ...given].map(({ id }) => id))];
  const deposits = await depositsOfAddresses(app.db, { owners, destinations, projectId });
  const paid = await explainDeposits(app, deposits);
  const silent = await unpaid(app, owners, paid);
  if (paid.length + silent.length > 0 || ids.length > 0) return [...paid, ...silent];
  return rows.some(({ owner_type: type }) => type === 'treasury')
    ? [finding(app, 'own_wallet', rows[0] ?? { coin: '' })]
    : notOurs(app, destinations);
}

/** Invoices and channels that received nothing. */
async function unpaid(
  app: App,
  owners: readonly string[],
  paid: readonly Finding[],
): Promise<Finding[]> {
  const withMoney = new Set(paid.map(({ object }) => object?.id));
  const objects = await objectsOf(
    app.db,
    owners.filter((id) => !withMoney.has(id)),
  );
  return [...objects.values()].map((object) => ({
    ...finding(app, 'nothing_received', { coin: object.coin }),
    project_id: object.project_id,
    object: shownObject(app, object),
  }));
}

/** An address can be valid for several coins. The first one names it. */
async function notOurs(app: App, destinations: readonly ParsedTexts[]): Promise<Finding[]> {
  const [first] = destinations;
  if (first === undefined) return [];
  for (const destination of destinations) {
    if (!(await isSharedAccount(app, destination))) continue;
    const code = destination.tag === null ? 'tag_needed' : 'other_tag';
    return [finding(app, code, withTag(destination))];
  }
  return [finding(app, 'not_ours', withTag(first))];
}

function withTag({ tag, ...destination }: ParsedTexts) {
  return { ...destination, tag: tag === null ? null : Number(tag) };
}
