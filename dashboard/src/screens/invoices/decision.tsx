// The decision about an invoice, on its page and where the payment is found: what was proposed, and what the person can
// do.
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n.tsx';
import { Loaded } from '../../shared/ui/page.tsx';
import { InvoiceProposals } from './proposals.tsx';
import { invoiceOne } from './queries.ts';
import { Resolve } from './resolve.tsx';

interface Props {
  readonly project: string;
  readonly id: string;
}

export function InvoiceDecision({ project, id }: Props) {
  const t = useTexts('invoices');
  return (
    <Loaded query={useQuery(invoiceOne(project, id))} what={t.invoice}>
      {(invoice) => (
        <>
          <InvoiceProposals {...{ project, invoice }} />
          {invoice.status === 'unresolved' && <Resolve {...{ project, invoice }} />}
        </>
      )}
    </Loaded>
  );
}
