// Approves or rejects a pending adjustment. The dialog repeats the amount and the requester.
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import type { Correction } from './queries.ts';

interface Props {
  readonly correction: Correction;
  /** The name of the project. */
  readonly project: string;
}

type Verb = 'approve' | 'refuse';

export function Decide({ correction, project }: Props) {
  const t = useTexts('corrections');
  const { locale } = useLanguage();
  const [verb, setVerb] = useState<Verb>();
  const { type, amount, reason, requested_by: requester } = correction;
  const what = t[`${type}s`]({ sum: moneyText(locale, amount), project });
  const decide = useDecide(correction.id);
  return (
    <Group gap="xs" wrap="nowrap">
      {(['approve', 'refuse'] as const).map((each) => (
        <Button key={each} size="xs" variant="default" onClick={() => setVerb(each)}>
          {t[each]}…
        </Button>
      ))}
      {verb !== undefined && (
        <ConfirmDialog
          title={t[`${verb}Title`]}
          action={t[verb]}
          isDangerous={verb === 'refuse'}
          wantsReason={verb === 'refuse'}
          run={(why) => decide(verb, { why, confirms: what })}
          onClose={() => setVerb(undefined)}
        >
          <Text fw={650}>{what}</Text>
          <Text style={{ overflowWrap: 'anywhere' }}>
            {t.requestedBy({ name: requester, reason })}
          </Text>
          {verb === 'refuse' && <Text>{t.refuseWhat}</Text>}
        </ConfirmDialog>
      )}
    </Group>
  );
}

function useDecide(id: string) {
  const client = useQueryClient();
  return async (verb: Verb, { why, confirms }: { why: string; confirms: string }) => {
    const about = { correction_id: id };
    if (verb === 'approve') await operator('corrections.approve', about, { confirms });
    else await operator('corrections.refuse', { ...about, reason: why }, { confirms });
    await client.invalidateQueries({ queryKey: ['correction'] });
  };
}
