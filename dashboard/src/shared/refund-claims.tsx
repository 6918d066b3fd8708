// Refund claims, which the dashboard calls refund links: their queries and statuses, and the columns of their lists.
import type { RefundClaim } from '@chaintill/client';
import { Link } from '@tanstack/react-router';
import { SECOND } from './clock.ts';
import { useTexts } from './i18n.tsx';
import { toInvoice, toWithdrawal } from './links.ts';
import { listOptions, merchantPages, operatorQuery } from './queries.ts';
import { RefundClaimActions } from './refund-claim-actions.tsx';
import type { Columns } from './ui/tables.tsx';
import classes from './ui/text.module.css';
import { CopyId, Money } from './ui/values.tsx';

export type ClaimStatus = RefundClaim['status'];

const tones = {
  open: 'calm',
  claimed: 'careful',
  approved: 'calm',
  sent: 'calm',
  completed: 'good',
  failed: 'bad',
  declined: 'quiet',
  expired: 'quiet',
  revoked: 'quiet',
} as const satisfies Readonly<Record<ClaimStatus, string>>;

/** By which the list can be filtered: the later ones follow from the payout. */
export const claimStatuses = [
  'open',
  'claimed',
  'approved',
  'declined',
  'expired',
  'revoked',
] as const;

export function claimList(
  project: string,
  filter: { readonly status?: (typeof claimStatuses)[number]; readonly invoice_id?: string },
) {
  return {
    ...listOptions<RefundClaim>(
      ['invoice', project, 'refund_claims', filter],
      merchantPages(project, 'listRefundClaims', filter),
    ),
    // The payout goes on without an event of the invoice.
    refetchInterval: 15 * SECOND,
  };
}

/** How much of a completed invoice can still be refunded. */
export function refundable(project: string, invoice_id: string) {
  return {
    ...operatorQuery(['invoice', project, invoice_id, 'refundable'], 'refund-claims.refundable', {
      project,
      invoice_id,
    }),
    staleTime: 0,
  };
}

function ClaimStatusBadge({ value }: { readonly value: ClaimStatus }) {
  const t = useTexts('refunds');
  return (
    <span className={classes.status} data-tone={tones[value]}>
      {t.statuses[value]}
    </span>
  );
}

/** `isOfInvoice`: on the page of its invoice. */
export function useClaimColumns(project: string, isOfInvoice: boolean): Columns<RefundClaim> {
  const t = useTexts('refunds');
  return [
    {
      head: t.refund,
      cell: (claim) => (
        <>
          <Money amount={claim.price_amount} currency={claim.price_currency} />
          {claim.amount_currency !== claim.price_currency && (
            <div>
              <Money
                amount={claim.amount}
                currency={claim.amount_currency}
                network={claim.network}
              />
            </div>
          )}
        </>
      ),
    },
    {
      head: t.status,
      cell: ({ status, reason, origin }) => (
        <>
          <ClaimStatusBadge value={status} />
          {origin === 'request' && <div>{t.askedByPayer}</div>}
          {reason !== null && <div className={classes.breaks}>{reason}</div>}
        </>
      ),
    },
    {
      head: t.address,
      cell: ({ address }) =>
        address === null ? '–' : <CopyId value={address} label={t.address} />,
    },
    !isOfInvoice && {
      head: t.invoice,
      cell: ({ invoice_id: id }) => <Link {...toInvoice(project, id)}>{t.openInvoice}</Link>,
    },
    {
      head: t.payout,
      cell: ({ coin_withdrawal_id: id }) =>
        id === null ? '–' : <Link {...toWithdrawal(project, id)}>{t.openPayout}</Link>,
    },
    { head: t.created, time: ({ created_at: at }) => at },
    { head: t.actions, cell: (claim) => <RefundClaimActions {...{ project, claim }} /> },
  ];
}
