// Proposes to settle an unresolved invoice for the paid amount. The person who approves gets a quote at that moment.
import type { Invoice } from '@chaintill/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { NoteField } from '../../shared/proposal-panel.tsx';
import { changedByProposal, PROPOSE, settle } from '../../shared/proposals.ts';
import { Amounts } from '../../shared/ui/amounts.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { Loaded } from '../../shared/ui/page.tsx';
import { refundPreview } from './queries.ts';

interface Props {
  readonly project: string;
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

export function ProposeAcceptanceDialog({ project, invoice, onClose }: Props) {
  const t = useTexts('invoices');
  const proposals = useTexts('proposals');
  const [note, setNote] = useState('');
  const preview = useQuery(refundPreview(project, invoice.id));
  const { pay_amount, pay_currency, price_amount, price_currency } = invoice;
  return (
    <ConfirmDialog
      title={proposals.proposeAcceptanceTitle}
      action={proposals.proposeAcceptance}
      isReady={preview.isSuccess}
      run={(_, attempt) => {
        const of = { project, type: 'invoice', id: invoice.id } as const;
        const proposing = { of, way: PROPOSE, kind: 'acceptance', fields: { note } } as const;
        return settle(proposing, { attempt, confirms: '' });
      }}
      refreshes={changedByProposal(project)}
      onClose={onClose}
    >
      {() => (
        <>
          <Text>{t.recalculateWhat}</Text>
          <Loaded query={preview} what={t.heldAmounts}>
            {({ paid, accepted }) => (
              <Amounts
                label={t.heldAmounts}
                lines={[
                  { label: t.askedBefore, money: { amount: pay_amount, currency: pay_currency } },
                  { label: t.paidAmount, money: paid },
                  {
                    label: t.priceBefore,
                    money: { amount: price_amount, currency: price_currency },
                  },
                  { label: t.fee, money: accepted?.fee ?? null, otherwise: t.notAvailable },
                  {
                    label: t.priceNow,
                    money: accepted?.price ?? null,
                    otherwise: t.notAvailable,
                    isSum: true,
                  },
                ]}
              />
            )}
          </Loaded>
          <NoteField value={note} onChange={setNote} />
        </>
      )}
    </ConfirmDialog>
  );
}
