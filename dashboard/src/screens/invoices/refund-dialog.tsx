// Refunds an unresolved invoice to the account or to an address, after a preview of every amount; or proposes it, or
// approves a proposed one.
import type { Invoice } from '@chaintill/client';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { merchant } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { type AreaTexts, useLanguage, useTexts } from '../../shared/i18n.tsx';
import { NoteField } from '../../shared/proposal-panel.tsx';
import { changedByProposal, settle, type Way } from '../../shared/proposals.ts';
import { Amounts } from '../../shared/ui/amounts.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { Loaded } from '../../shared/ui/page.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import { changedBy, refundPreview } from './queries.ts';

interface Props {
  readonly project: string;
  readonly invoice: Invoice;
  readonly isToAddress: boolean;
  /** Absent: it is refunded. */
  readonly way?: Way | undefined;
  readonly onClose: () => void;
}

export function RefundDialog({ project, invoice, isToAddress, way, onClose }: Props) {
  const t = useTexts('invoices');
  const proposals = useTexts('proposals');
  const [note, setNote] = useState('');
  const isProposed = way?.how === 'propose';
  const fixed = way?.how === 'approve' ? way.of.address : null;
  const { locale } = useLanguage();
  const [address, setAddress] = useState('');
  const preview = useQuery(refundPreview(project, invoice.id));
  const arrives = (isToAddress ? preview.data?.received : preview.data?.credited) ?? null;
  const sum = arrives === null ? '' : moneyText(locale, arrives);
  const to = fixed ?? address.trim();
  const confirms = isToAddress ? t.sendConfirms({ sum, address: to }) : t.refundConfirms({ sum });
  return (
    <ConfirmDialog
      title={isProposed ? proposals.proposeRefundTitle : t.refundTitle}
      action={isProposed ? proposals.proposeRefund : t.refundSum({ sum })}
      isReady={arrives !== null && (!isToAddress || to !== '')}
      isDangerous={isToAddress && !isProposed}
      run={(_, attempt) => {
        const destination = isToAddress ? { address: to } : {};
        if (way !== undefined) {
          const of = { project, type: 'invoice', id: invoice.id } as const;
          const fields = { ...destination, note };
          return settle({ of, way, kind: 'refund', fields }, { attempt, confirms });
        }
        const input = { invoice_id: invoice.id, ...destination };
        return merchant(project)('createInvoiceRefund', input, { attempt, confirms });
      }}
      refreshes={way === undefined ? changedBy(project) : changedByProposal(project)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Text>{isToAddress ? t.addressWhat : t.accountWhat}</Text>
          <Loaded query={preview} what={t.heldAmounts}>
            {(data) => (
              <>
                {data.settled !== null && <Text>{t.excessWhat}</Text>}
                <Amounts label={t.heldAmounts} lines={linesOf(data, { t, isToAddress })} />
              </>
            )}
          </Loaded>
          {isToAddress && fixed === null && (
            <TextInput
              label={t.address}
              description={invoice.pay_currency === 'XRP' ? t.xrpAddressHint : undefined}
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              error={errors['address']}
              autoComplete="off"
              spellCheck={false}
              required
            />
          )}
          {isToAddress && to !== '' && (
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {confirms}
            </Text>
          )}
          {isProposed && <NoteField value={note} onChange={setNote} />}
        </>
      )}
    </ConfirmDialog>
  );
}

type RefundPreview = OperatorApi['invoices.preview']['output'];

interface Shown {
  readonly t: AreaTexts<'invoices'>;
  readonly isToAddress: boolean;
}

function linesOf({ settled, ...data }: RefundPreview, { t, isToAddress }: Shown) {
  return [
    { label: t.paidAmount, money: data.paid },
    ...(settled === null
      ? []
      : [
          { label: t.settled, money: settled.price },
          { label: t.settledFee, money: settled.fee },
        ]),
    { label: t.goesBack, money: data.refunded },
    { label: t.fee, money: data.fee },
    ...(isToAddress
      ? [
          { label: t.networkFee, money: data.network_fee, otherwise: t.notAvailable },
          { label: t.arrives, money: data.received, otherwise: t.notPossible, isSum: true },
        ]
      : [{ label: t.credited, money: data.credited, isSum: true }]),
  ];
}
