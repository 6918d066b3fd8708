// An invoice's status and its reason, for the merchant. An invoice that is unpaid at its expiry shows as expired
// immediately, although the service still watches its address for a while.
import type { Invoice } from '@chaintill/client';
import { now } from '../clock.ts';
import { scaled } from '../sums.ts';
import { Status } from '../ui/status.tsx';
import { invoiceContext, invoiceStatus } from './invoice.ts';

interface Props {
  readonly status: Invoice['status'];
  readonly context: Invoice['status_context'];
  readonly expiresAt: Invoice['expires_at'];
  /** Decimal text. */
  readonly paid: string;
}

export function InvoiceStatusBadge({ status, context, expiresAt, paid }: Props) {
  const isOver = new Date(expiresAt).getTime() < now() && scaled([paid]).units[0] === 0n;
  return (
    <>
      <Status of={invoiceStatus} value={status === 'new' && isOver ? 'cancelled' : status} />{' '}
      {context !== null && <Status of={invoiceContext} value={context} />}
    </>
  );
}
