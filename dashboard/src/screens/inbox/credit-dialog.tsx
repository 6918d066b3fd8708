// Credits an unmatched payment to an account, after a preview of the credited amount.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { Amounts, moneyText } from '../../shared/ui/values.tsx';
import type { DialogProps } from './dialogs.tsx';
import { ProjectField } from './project-field.tsx';
import { creditMoney, depositPreview } from './queries.ts';
import { ReasonField } from './reason-field.tsx';

export function CreditDialog({ waiting, onDone, onClose }: DialogProps) {
  const t = useTexts('inbox');
  const { locale } = useLanguage();
  const [reason, setReason] = useState('');
  const [project, setProject] = useState(waiting.project ?? '');
  const preview = useQuery(depositPreview(waiting.id));
  const credit = preview.data?.credit ?? null;
  const amountText = moneyText(locale, credit?.credited ?? waiting);
  const work = useAction({
    run: (_: undefined, attempt) =>
      creditMoney(
        { waiting, reason, attempt, confirms: t.creditConfirms({ sum: amountText }) },
        project,
      ),
    onDone,
  });
  return (
    <FormDialog
      title={t.creditTitle}
      action={credit === null ? t.creditAction : t.releaseSum({ sum: amountText })}
      isReady={preview.isSuccess && reason.trim() !== '' && project !== ''}
      work={work}
      onSubmit={(event) => {
        event.preventDefault();
        work.start(undefined);
      }}
      onClose={onClose}
    >
      <Text>{t.creditWhat}</Text>
      {preview.isError && <Failed error={preview.error} what={t.heldAmounts} />}
      <Amounts
        label={t.heldAmounts}
        lines={[
          { label: t.amount, money: waiting },
          { label: t.fee, money: credit?.fee ?? null, otherwise: t.feeOfProject },
          { label: t.received, money: credit?.credited ?? null, isSum: true },
        ]}
      />
      {waiting.project === null && <ProjectField value={project} onChange={setProject} />}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}
