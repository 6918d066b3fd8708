// Refund claims in the format of the Greenfield API, where they are pull payments. The ID of a pull payment is the
// secret of its link: anyone who has it reads the refund, and can enter the address while there is none.

import type { App, Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { formatAmount } from '../core/money.ts';
import { payerSite } from '../core/payer-site.ts';
import {
  type ClaimRow,
  type ClaimStatus,
  claimStatus,
  findClaimByToken,
  listClaims,
  tokenOfClaim,
} from '../invoices/claims.ts';
import { currenciesOf } from '../invoices/refund-row.ts';
import { shortId } from '../shops/ids.ts';
import { missing } from './errors.ts';
import { methodOf } from './methods.ts';
import { plain, seconds } from './present.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const LIST_MAX = 100;
/** Days. Lightning is not offered, and libraries expect the field. */
const BOLT11_EXPIRATION = 30;

export interface PullPaymentTexts {
  readonly name: string;
  readonly description: string;
}

/** Null if its link can no longer be shown. */
export function presentPullPayment(
  instance: Instance,
  claim: ClaimRow,
  texts: PullPaymentTexts = { name: `Refund ${shortId(claim.invoice_id)}`, description: '' },
): object | null {
  const id = tokenOfClaim(instance, claim);
  // A shop did not make what a payer asked for.
  if (id === null || claim.origin === 'request') return null;
  return {
    id,
    name: texts.name,
    description: texts.description,
    ...originalOf(instance, claim),
    startsAt: seconds(claim.created_at),
    expiresAt: seconds(claim.expires_at),
    BOLT11Expiration: BOLT11_EXPIRATION,
    autoApproveClaims: false,
    archived: isArchived(instance, claim),
    viewLink: `${payerSite(instance, claim.project_id)}/pull-payments/${id}`,
  };
}

/** At the original rate, the coins are fixed. At today's rate, the price is. */
function originalOf(instance: Instance, claim: ClaimRow): { currency: string; amount: string } {
  const { price, coin } = currenciesOf(instance, claim);
  return claim.rate_of === 'then'
    ? { currency: coin.code, amount: plain(formatAmount(claim.paid_share, coin)) }
    : { currency: price.code, amount: plain(formatAmount(claim.price_share, price)) };
}

const ARCHIVED: readonly ClaimStatus[] = ['revoked', 'expired', 'declined'];

function isArchived(instance: Instance, claim: ClaimRow): boolean {
  return ARCHIVED.includes(claimStatus(claim, new Date(instance.clock.now())));
}

/** The newest ones. Of every refund link of the project. */
export async function listPullPayments(
  app: App,
  projectId: string,
  isArchivedToo: boolean,
): Promise<object[]> {
  const filter = { status: null, invoiceId: null, after: null, limit: LIST_MAX };
  const { rows } = await listClaims(app.db, projectId, filter);
  return rows
    .filter((claim) => isArchivedToo || !isArchived(app, claim))
    .flatMap((claim) => presentPullPayment(app, claim) ?? []);
}

/** Errors: 404. */
export async function showPullPayment(app: App, id: string): Promise<object> {
  return presentPullPayment(app, await load(app, id)) ?? raise();
}

const STATES: Partial<Readonly<Record<ClaimStatus, string>>> = {
  claimed: 'AwaitingApproval',
  approved: 'AwaitingPayment',
  sent: 'InProgress',
  completed: 'Completed',
  declined: 'Cancelled',
  failed: 'Cancelled',
};

/** At most one: a refund is claimed once. Errors: 404. */
export async function showPayouts(app: App, id: string): Promise<object[]> {
  const claim = await load(app, id);
  const state = STATES[claimStatus(claim, new Date(app.clock.now()))];
  if (state === undefined || claim.address === null) return [];
  const coin = defined(app.knownCoins.get(claim.pay_currency), 'the coin is registered');
  const { coin: asset } = currenciesOf(app, claim);
  const { currency: originalCurrency, amount: originalAmount } = originalOf(app, claim);
  const isSent = state === 'InProgress' || state === 'Completed';
  return [
    {
      id: shortId(claim.id),
      pullPaymentId: id,
      payoutMethodId: methodOf(coin),
      paymentMethod: methodOf(coin),
      destination: claim.address,
      originalAmount,
      originalCurrency,
      amount: originalAmount,
      // The coins are only fixed at the original rate.
      payoutAmount: claim.rate_of === 'then' ? plain(formatAmount(claim.paid_share, asset)) : null,
      payoutCurrency: assetCode(claim.pay_currency),
      cryptoCode: assetCode(claim.pay_currency),
      state,
      date: seconds(claim.claimed_at ?? claim.created_at),
      revision: 0,
      paymentProof:
        isSent && claim.txid !== null
          ? { proofType: 'PayoutTransactionOnChainBlob', id: claim.txid }
          : null,
      metadata: {},
    },
  ];
}

async function load(app: App, id: string): Promise<ClaimRow> {
  if (!TOKEN.test(id)) return raise();
  return (await findClaimByToken(app.db, id)) ?? raise();
}

function raise(): never {
  throw missing('pullpayment');
}
