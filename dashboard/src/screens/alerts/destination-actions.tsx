// Actions on an alert destination: enable, disable, remove.
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import type { Destination } from './destination-queries.ts';

interface Props {
  readonly destination: Destination;
  readonly onChanged: () => Promise<unknown>;
}

export function DestinationActions({ destination, onChanged }: Props) {
  const t = useTexts('alerts-page');
  const canChange = useCan('alerts.destinations.remove');
  const [requested, setRequested] = useState<'switch' | 'remove'>();
  if (!canChange) return null;
  const { id, name, enabled } = destination;
  const named = { destination_id: id };
  const questions = {
    switch: {
      title: enabled ? t.disableTitle : t.enableTitle,
      action: enabled ? t.disableAction : t.enableAction,
      what: enabled ? t.disableWhat({ name }) : t.enableWhat({ name }),
      run: (confirms: string) =>
        operator(enabled ? 'alerts.destinations.disable' : 'alerts.destinations.enable', named, {
          confirms,
        }),
    },
    remove: {
      title: t.removeTitle,
      action: t.removeAction,
      what: t.removeWhat({ name }),
      run: (confirms: string) => operator('alerts.destinations.remove', named, { confirms }),
    },
  } as const;
  const question = requested === undefined ? null : questions[requested];
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => setRequested('switch')}>
        {enabled ? t.disable : t.enable}
      </Button>
      <Button size="xs" variant="default" onClick={() => setRequested('remove')}>
        {t.remove}
      </Button>
      {question !== null && (
        <ConfirmDialog
          title={question.title}
          action={question.action}
          isDangerous={requested === 'remove' || enabled}
          run={async () => {
            await question.run(question.what);
            await onChanged();
          }}
          onClose={() => setRequested(undefined)}
        >
          {question.what}
        </ConfirmDialog>
      )}
    </Group>
  );
}
