// Posts the network fees of our transfers to the ledgers that bear them. At most one member of a replacement family has
// a cost: the one in the final block. A reorganization can change that cost, so only the difference between the posted
// cost and the cost on the chain is posted. It is computed from the postings under the locks of their ledgers, so it is
// posted exactly once.
import { assetCode } from '../../coins/coin.ts';
import { groupBy, sumOf } from '../../core/group.ts';
import type { Tx } from '../../db/tx.ts';
import { type ProjectPosting, postAcross } from '../../ledger/post.ts';
import { bearersOf } from '../store-transfers.ts';
import type { TransferRow } from '../transfer.ts';

const PURPOSE = 'chain_fee';

interface Reference {
  readonly projectId: string;
  readonly referenceType: string;
  readonly referenceId: string;
}

interface Share extends Reference {
  readonly amount: bigint;
}

interface Booked extends Share {
  /** How often the cost was posted or corrected. */
  readonly postings: number;
}

/** `family`: all members, locked. `confirmed`: null when no member can ever be in a block. */
interface Costs {
  readonly family: readonly TransferRow[];
  readonly confirmed: { readonly transfer: TransferRow; readonly fee: bigint } | null;
}

/** The caller holds the ledger locks (`lockLedgersOf`) and has already moved the payouts. */
export async function bookCosts(tx: Tx, costs: Costs): Promise<void> {
  const { family, confirmed } = costs;
  const [first] = family;
  if (first === undefined) return;
  const booked = await bookedFor(tx, family);
  const shares = confirmed === null ? [] : await sharesOf(tx, confirmed);
  await postDifferences(tx, { feeCoin: first.fee_coin, shares, booked });
  for (const { coin, id } of family) {
    const isConfirmed = id === confirmed?.transfer.id;
    const total = isConfirmed ? sumOf(shares, (share) => share.amount) : null;
    await tx.query(
      `update transfers set booked_fee = $3
       where coin = $1 and id = $2 and booked_fee is distinct from $3`,
      [coin, id, total?.toString() ?? null],
    );
  }
}

/** The cost of a withdrawal that a transaction unknown to our database paid. The caller holds its ledger lock. */
export async function bookCostOf(
  tx: Tx,
  paid: { feeCoin: string; projectId: string; withdrawalId: string; fee: bigint },
): Promise<void> {
  const { feeCoin, projectId, withdrawalId: referenceId, fee: amount } = paid;
  const reference = { projectId, referenceType: 'CoinWithdrawal', referenceId };
  const booked = await readBooked(tx, {
    feeCoin,
    projectIds: [projectId],
    referenceIds: [referenceId],
  });
  await postDifferences(tx, { feeCoin, shares: [{ ...reference, amount }], booked });
}

/** Equal shares for the withdrawals that the transfer pays, or for its bearers. */
async function sharesOf(
  tx: Tx,
  { transfer, fee }: { transfer: TransferRow; fee: bigint },
): Promise<Share[]> {
  const paid = await tx.query<Reference>(
    `select p.project_id "projectId", 'CoinWithdrawal' "referenceType", p.withdrawal_id "referenceId"
     from transfer_payments t
     join payouts p on p.project_id = t.project_id and p.withdrawal_id = t.withdrawal_id
     where t.coin = $1 and t.transfer_id = $2 and p.transfer_id = $2 and p.status = 'confirmed'
     order by t.output_index`,
    [transfer.coin, transfer.id],
  );
  if (paid.length > 0) return divided(paid, fee);
  const bearers = await bearersOf(tx, transfer);
  await noteBearers(tx, transfer, bearers);
  return divided(
    bearers.map((projectId) => ({
      projectId,
      referenceType: 'Transfer',
      referenceId: transfer.id,
    })),
    fee,
  );
}

/** One share per distinct reference. */
function divided(references: readonly Reference[], fee: bigint): Share[] {
  const parts = shareFee(fee > 0n ? fee : 0n, references.length);
  const shares = references.map((reference, n) => ({ ...reference, amount: parts[n] ?? 0n }));
  return [...groupBy(shares, keyOf).values()].flatMap((same) => {
    const [share] = same;
    return share === undefined ? [] : [{ ...share, amount: sumOf(same, (one) => one.amount) }];
  });
}

/** In the smallest unit, rounded down; the first shares get one unit each of the remainder. */
export function shareFee(fee: bigint, bearers: number): bigint[] {
  if (bearers === 0) return [];
  const share = fee / BigInt(bearers);
  const left = Number(fee % BigInt(bearers));
  return Array.from({ length: bearers }, (_, n) => (n < left ? share + 1n : share));
}

const keyOf = ({ projectId, referenceId }: Reference) => `${projectId} ${referenceId}`;

/** Lets the audit find projects that bear a transfer's cost without being paid by it. */
async function noteBearers(tx: Tx, { coin, id }: TransferRow, bearers: string[]): Promise<void> {
  await tx.query(
    `insert into transfer_costs (coin, transfer_id, position, project_id)
     select $1, $2, (select coalesce(max(position) + 1, 0) from transfer_costs where coin = $1 and transfer_id = $2)
       + row_number() over (order by b.project_id) - 1, b.project_id
     from (select distinct unnest($3::uuid[]) as project_id) b
     where not exists (select 1 from transfers t where t.coin = $1 and t.id = $2 and t.project_id = b.project_id)
       and not exists (select 1 from transfer_costs c
         where c.coin = $1 and c.transfer_id = $2 and c.project_id = b.project_id)`,
    [coin, id, bearers],
  );
}

/** Includes postings under the references of the withdrawals that a member pays. */
async function bookedFor(tx: Tx, family: readonly TransferRow[]): Promise<Booked[]> {
  const [first] = family;
  if (first === undefined) return [];
  const ids = family.map(({ id }) => id);
  const concerned = await tx.query<{ project_id: string; withdrawal_id: string | null }>(
    `select t.project_id, null::uuid as withdrawal_id from transfers t
     where t.coin = $1 and t.id = any($2::uuid[]) and t.project_id is not null
     union
     select c.project_id, null from transfer_costs c
     where c.coin = $1 and c.transfer_id = any($2::uuid[]) and c.project_id is not null
     union
     select p.project_id, p.withdrawal_id from payouts p
     where p.coin = $1 and p.transfer_id = any($2::uuid[])`,
    [first.coin, ids],
  );
  return readBooked(tx, {
    feeCoin: first.fee_coin,
    projectIds: concerned.map((row) => row.project_id),
    referenceIds: [...ids, ...concerned.flatMap((row) => row.withdrawal_id ?? [])],
  });
}

function readBooked(
  tx: Tx,
  about: { feeCoin: string; projectIds: readonly string[]; referenceIds: readonly string[] },
): Promise<Booked[]> {
  return tx.query<Booked>(
    `select p.project_id "projectId", p.reference_type "referenceType", p.reference_id "referenceId",
       sum(case f.kind when 'network_fees' then p.amount else -p.amount end) as amount,
       count(*)::int as postings
     from ledger_postings p
     join ledger_accounts f on f.project_id = p.project_id and f.number = p.from_account
     where p.project_id = any($1::uuid[]) and p.reference_id = any($2::uuid[]) and p.currency = $3
       and (p.purpose = '${PURPOSE}' or p.purpose like '${PURPOSE}:%')
     group by p.project_id, p.reference_type, p.reference_id
     order by p.project_id, p.reference_id`,
    [[...new Set(about.projectIds)], about.referenceIds, assetCode(about.feeCoin)],
  );
}

/** Purpose `chain_fee`, then `chain_fee:2` and so on, for differences in either direction. */
async function postDifferences(
  tx: Tx,
  {
    feeCoin,
    shares,
    booked,
  }: { feeCoin: string; shares: readonly Share[]; booked: readonly Booked[] },
): Promise<void> {
  const before = new Map(booked.map((one) => [keyOf(one), one]));
  const wanted = new Map(shares.map((one) => [keyOf(one), one]));
  const changes: ProjectPosting[] = [];
  for (const [key, reference] of new Map<string, Reference>([...before, ...wanted])) {
    const was = before.get(key);
    const difference = (wanted.get(key)?.amount ?? 0n) - (was?.amount ?? 0n);
    if (difference === 0n) continue;
    const { projectId, referenceType, referenceId } = reference;
    const times = (was?.postings ?? 0) + 1;
    const isMore = difference > 0n;
    changes.push({
      projectId,
      referenceType,
      referenceId,
      currency: assetCode(feeCoin),
      purpose: times === 1 ? PURPOSE : `${PURPOSE}:${times}`,
      from: isMore ? 'network_fees' : 'chain',
      to: isMore ? 'chain' : 'network_fees',
      amount: isMore ? difference : -difference,
    });
  }
  await postAcross(tx, { postings: changes, now: tx.now });
}
