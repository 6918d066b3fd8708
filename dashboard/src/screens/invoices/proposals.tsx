// The proposed decisions about an invoice, approved in the dialogs that make them.
import type { Invoice } from '@chaintill/client';
import { ProposalPanel } from '../../shared/proposal-panel.tsx';
import { RecalculateDialog } from './recalculate-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';

interface Props {
  readonly project: string;
  readonly invoice: Invoice;
}

export function InvoiceProposals({ project, invoice }: Props) {
  return (
    <ProposalPanel
      of={{ project, type: 'invoice', id: invoice.id }}
      review={(proposal, onClose) =>
        proposal.kind === 'acceptance' ? (
          <RecalculateDialog {...{ project, invoice, proposal, onClose }} />
        ) : (
          <RefundDialog
            {...{ project, invoice, onClose }}
            isToAddress={proposal.address !== null}
            way={{ how: 'approve', of: proposal }}
          />
        )
      }
    />
  );
}
