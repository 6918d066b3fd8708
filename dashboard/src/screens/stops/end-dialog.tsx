// Ends the quarantine of a coin after a review of its chain findings.
import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiError, operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { Findings } from './findings.tsx';
import type { Quarantine } from './queries.ts';

interface Props {
  readonly quarantine: Quarantine;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

export function EndDialog({ quarantine, onDone, onClose }: Props) {
  const t = useTexts('stops');
  const [isAccepted, setAccepted] = useState(false);
  const { coin, reconciled_at: readAt, unknown, mark } = quarantine;
  const title = t.endTitle({ coin });
  /** Shows new findings behind the dialog. */
  const refused = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'list_changed') void onDone();
    throw error;
  };
  const end = async (reason: string) => {
    const requested = { coin, accept: isAccepted, mark, reason };
    await operator('quarantine.end', requested, { confirms: title }).catch(refused);
    await onDone();
  };
  return (
    <ConfirmDialog
      title={title}
      action={t.end}
      isDangerous
      isWide
      wantsReason
      run={end}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{readAt === null ? t.endNotRead : t.endWhat}</Text>
        {unknown.length === 0 && readAt !== null && <Text>{t.nothingUnknown}</Text>}
        <Findings of={[quarantine]} />
        {unknown.length > 0 && (
          <Checkbox
            label={t.accept}
            checked={isAccepted}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
