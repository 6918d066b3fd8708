// Findings about transactions that only the networks know: not read yet, or not ours.
import type { App } from '../../app.ts';
import { networkLabel } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import { confirmationsRequired } from '../../deposits/deposit.ts';
import { type MatchedPayment, matchWherever } from '../../deposits/match.ts';
import { shownObject } from './explain-stored.ts';
import { type FoundOnChain, feeLevelOf } from './find-on-chain.ts';
import { isSharedAccount, objectsOf } from './find-stored.ts';
import { type Finding, finding } from './finding.ts';

const ADDRESSES_MAX = 5;

export async function explainFound(
  app: App,
  found: readonly FoundOnChain[],
  projectId: string | null,
): Promise<Finding[]> {
  const ours = (await Promise.all(found.map((one) => oursIn(app, one, projectId)))).flat();
  if (ours.length > 0) return ours;
  const [first] = found;
  if (first === undefined) return [];
  const payments = found.flatMap((one) => one.payments ?? []);
  const addresses = [...new Set(payments.map(({ address }) => address))];
  const isKnown = found.every(({ payments: known, isComplete }) => known !== null && isComplete);
  const code = isKnown ? 'not_ours' : 'contents_unknown';
  return [
    {
      ...finding(app, code, { coin: first.coin.code, txid: first.txid }),
      network: networkLabel(first.coin),
      paid_to: addresses.slice(0, ADDRESSES_MAX),
    },
  ];
}

/** Matched like the blocks that the watcher reads. With a project, only its own payments. */
async function oursIn(app: App, found: FoundOnChain, projectId: string | null): Promise<Finding[]> {
  const { coin, payments } = found;
  const observation = { payments: payments ?? [], block: null, seenAt: 0, spends: [] };
  const matched = await matchWherever(app, coin, [observation]);
  const findings = await Promise.all(
    matched.map((payment) => explainMatched(app, { found, payment, projectId })),
  );
  return findings.flatMap((one) => one ?? []);
}

interface Matched {
  readonly found: FoundOnChain;
  readonly payment: MatchedPayment;
  readonly projectId: string | null;
}

/** Null for a payment that the project must not learn about. */
async function explainMatched(app: App, matched: Matched): Promise<Finding | null> {
  const { found, payment, projectId } = matched;
  const { coin } = found;
  const { payment: paid, ownerId, ownerType } = payment;
  const isForeign = projectId !== null && payment.projectId !== projectId;
  const facts = { ...paid, coin: coin.code };
  if (isForeign)
    return (await isSharedAccount(app, facts)) ? finding(app, 'other_tag', facts) : null;
  if (ownerType === 'treasury') return finding(app, 'own_wallet', facts);
  if (payment.isElsewhere) return finding(app, await elsewhereAs(app, found, paid.address), facts);
  const object = (await objectsOf(app.db, [ownerId ?? ''].filter(Boolean))).get(ownerId ?? '');
  if (object === undefined && coin.destinationTag !== null) return finding(app, 'other_tag', facts);
  const isMined = found.place.kind === 'block';
  return {
    ...finding(app, isMined ? 'not_read_yet' : 'unconfirmed', facts),
    project_id: payment.projectId,
    object: object === undefined ? null : shownObject(app, object),
    confirmations: isMined ? null : { seen: 0, required: confirmationsRequired(coin, paid.amount) },
    fee_level: await feeLevelOf(app, coin, found.ordinaryFee),
  };
}

/** Whether the address was given for another asset of the same network, or on another network. */
async function elsewhereAs(
  app: App,
  { coin }: FoundOnChain,
  address: string,
): Promise<'wrong_asset' | 'wrong_network'> {
  const rows = await app.db.query<{ coin: string }>(
    'select coin from addresses where coin = any($1::text[]) and address = $2 and owner_id is not null',
    [[...app.knownCoins.keys()], address],
  );
  const isSame = rows.some(
    ({ coin: code }) => defined(app.knownCoins.get(code), 'a known coin').network === coin.network,
  );
  return isSame ? 'wrong_asset' : 'wrong_network';
}
