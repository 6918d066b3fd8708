// Attaches an unmatched payment to its invoice or channel: likely matches are offered first, any other by its ID.
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import type { DialogProps } from './dialogs.tsx';
import { attachMoney, likelyInvoices, type Owner } from './queries.ts';
import { ReasonField } from './reason-field.tsx';

const NAMED = { invoice: 'named-invoice', channel: 'named-channel' } as const;

export function AttachDialog({ waiting, deposit, owner, onDone, onClose }: DialogProps) {
  const t = useTexts('inbox');
  const { locale } = useLanguage();
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [id, setId] = useState('');
  const likely = useQuery(likelyInvoices(waiting.project, deposit));
  const candidates: readonly (Owner & { readonly label: string })[] = [
    ...(owner?.type === 'channel' ? [{ ...owner, label: t.channelOf({ id: owner.id }) }] : []),
    ...(likely.data ?? []).map((invoice) => ({
      type: 'invoice' as const,
      id: invoice.id,
      label: t.invoiceOf({
        name: invoice.custom_id ?? invoice.name ?? invoice.id,
        asks: moneyText(locale, { amount: invoice.pay_amount, currency: invoice.pay_currency }),
      }),
    })),
  ];
  const value = chosen ?? candidates[0]?.id ?? NAMED.invoice;
  const found = candidates.find((each) => each.id === value);
  const type = value === NAMED.channel ? 'channel' : 'invoice';
  const target: Owner = found ?? { type, id: id.trim() };
  const amountText = moneyText(locale, waiting);
  const what = found?.label ?? target.id;
  const work = useAction({
    run: (to: Owner, attempt) =>
      attachMoney(
        { waiting, reason, attempt, confirms: t.attachConfirms({ sum: amountText, what }) },
        to,
      ),
    onDone,
  });
  const problems = fieldErrors(work.error);
  return (
    <FormDialog
      title={t.attachTitle}
      action={t.attachSum({ sum: amountText })}
      isReady={reason.trim() !== '' && target.id !== ''}
      work={work}
      onSubmit={(event) => {
        event.preventDefault();
        work.start(target);
      }}
      onClose={onClose}
    >
      <Text>{t.attachWhat}</Text>
      <NativeSelect
        label={t.to}
        data={[
          ...candidates.map((each) => ({ value: each.id, label: each.label })),
          { value: NAMED.invoice, label: t.otherInvoice },
          { value: NAMED.channel, label: t.otherChannel },
        ]}
        value={value}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {found === undefined && (
        <TextInput
          label={t.itsId}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          error={problems['invoice_id'] ?? problems['channel_id'] ?? problems['id']}
          required
        />
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}
