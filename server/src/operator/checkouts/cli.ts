// Text output of `chaintill checkouts list|show|resend-receipt`.
import { type AdaptersOf, moneyText } from '../../cli/adapter.ts';
import type { checkoutsOperations } from './contract.ts';

export const checkoutsAdapters: AdaptersOf<typeof checkoutsOperations> = {
  'checkouts.list': { example: 'shop --status expired' },
  'checkouts.show': {
    example: 'shop 0199...',
    show: ({
      status,
      context,
      price,
      paid,
      remaining,
      created_at,
      expires_at,
      receipt_mail,
      payments,
    }) =>
      [
        `Status     ${context === null ? status : `${status} (${context})`}`,
        `Price      ${moneyText(price)}`,
        `Paid       ${moneyText(paid)}`,
        `Remaining  ${moneyText(remaining)}`,
        `Created    ${created_at}`,
        `Expires    ${expires_at}`,
        ...(receipt_mail === null ? [] : [`Receipt    ${mailText(receipt_mail)}`]),
        ...payments.map(
          (payment) => `Payment    ${moneyText(payment.amount)} ${payment.status} ${payment.txid}`,
        ),
      ].join('\n'),
  },
  'checkouts.resend-receipt': {
    example: 'shop 0199...',
    show: ({ id }) => `Queued the email with the receipt of checkout ${id}.`,
  },
};

function mailText(mail: { status: string; failure: string | null; created_at: string }): string {
  const { status, failure, created_at: at } = mail;
  return `email ${status}${failure === null ? '' : ` (${failure})`}, queued ${at}`;
}
