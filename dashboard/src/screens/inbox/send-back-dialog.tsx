// Sends an unmatched payment back to an address, after a preview of the amount that will arrive.
import { Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { Amounts, moneyText } from '../../shared/ui/values.tsx';
import type { DialogProps } from './dialogs.tsx';
import { ProjectField } from './project-field.tsx';
import { customerAddress, depositPreview, sendMoneyBack } from './queries.ts';
import { ReasonField } from './reason-field.tsx';

export function SendBackDialog({ waiting, deposit, onDone, onClose }: DialogProps) {
  const t = useTexts('inbox');
  const { locale } = useLanguage();
  const [reason, setReason] = useState('');
  const [address, setAddress] = useState('');
  const [project, setProject] = useState(waiting.project ?? '');
  const preview = useQuery(depositPreview(waiting.id));
  const known = useQuery(customerAddress(waiting.project, deposit)).data ?? null;
  const received = preview.data?.received ?? null;
  const amountText = moneyText(locale, received ?? waiting);
  const to = address.trim();
  const work = useAction({
    run: (_: undefined, attempt) => {
      const confirms = t.sendConfirms({ sum: amountText, address: to });
      return sendMoneyBack({ waiting, reason, attempt, confirms }, { project, address: to });
    },
    onDone,
  });
  const { address: problem, to: problemOfOperator } = fieldErrors(work.error);
  return (
    <FormDialog
      title={t.sendBackTitle}
      action={received === null ? t.sendBackTitle : t.returnSum({ sum: amountText })}
      isReady={received !== null && to !== '' && reason.trim() !== '' && project !== ''}
      isDangerous
      work={work}
      onSubmit={(event) => {
        event.preventDefault();
        work.start(undefined);
      }}
      onClose={onClose}
    >
      <Text>{t.sendBackWhat}</Text>
      {preview.isError && <Failed error={preview.error} what={t.heldAmounts} />}
      <Amounts
        label={t.heldAmounts}
        lines={[
          { label: t.amount, money: waiting },
          { label: t.networkFee, money: preview.data?.network_fee ?? null, otherwise: t.notKnown },
          { label: t.arrives, money: received, otherwise: t.notPossible, isSum: true },
        ]}
      />
      <TextInput
        label={t.address}
        description={waiting.currency === 'XRP' ? t.addressOfXrp : undefined}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        error={problem ?? problemOfOperator}
        autoComplete="off"
        spellCheck={false}
        required
      />
      {known !== null && to !== known && (
        <Button size="xs" variant="default" onClick={() => setAddress(known)}>
          {t.useKnown}
        </Button>
      )}
      {to !== '' && (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {t.sendConfirms({ sum: amountText, address: to })}
        </Text>
      )}
      {waiting.project === null && <ProjectField value={project} onChange={setProject} />}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}
