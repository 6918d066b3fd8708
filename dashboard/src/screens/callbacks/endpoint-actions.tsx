// Actions on an endpoint: enable, disable, and rotate its secret with a day of overlap.
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import type { Secret } from './endpoint-dialog.tsx';
import type { Endpoint } from './queries.ts';

interface Props {
  readonly project: string;
  readonly endpoint: Endpoint;
  readonly onSecret: (secret: Secret) => void;
  readonly onChanged: () => Promise<void>;
}

export function EndpointActions({ project, endpoint, onSecret, onChanged }: Props) {
  const t = useTexts('callbacks');
  const canSwitch = useCan('callbacks.disable');
  const canRotate = useCan('callbacks.rotate');
  const [requested, setRequested] = useState<'switch' | 'rotate' | 'finish'>();
  const { url, enabled } = endpoint;
  const named = { project, endpoint_id: endpoint.id };
  const questions = {
    switch: {
      title: enabled ? t.disableTitle : t.enableTitle,
      action: enabled ? t.disableAction : t.enableAction,
      what: enabled ? t.disableWhat({ url }) : t.enableWhat({ url }),
      run: () => operator(enabled ? 'callbacks.disable' : 'callbacks.enable', named),
    },
    rotate: {
      title: t.rotateTitle,
      action: t.rotateAction,
      what: t.rotateWhat({ url }),
      run: async () => {
        const confirms = t.rotateConfirms({ url });
        const { secret } = await operator('callbacks.rotate', named, { confirms });
        if (secret !== null) onSecret(secret);
      },
    },
    finish: {
      title: t.finishTitle,
      action: t.finishAction,
      what: t.finishWhat({ url }),
      run: () => {
        const confirms = t.finishConfirms({ url });
        return operator('callbacks.rotate', { ...named, finish: true }, { confirms });
      },
    },
  } as const;
  const question = requested === undefined ? null : questions[requested];
  return (
    <Group gap="xs">
      {canSwitch && (
        <Button size="xs" variant="default" onClick={() => setRequested('switch')}>
          {enabled ? t.disable : t.enable}
        </Button>
      )}
      {canRotate && (
        <>
          <Button size="xs" variant="default" onClick={() => setRequested('rotate')}>
            {t.rotate}
          </Button>
          <Button size="xs" variant="default" onClick={() => setRequested('finish')}>
            {t.finish}
          </Button>
        </>
      )}
      {question !== null && (
        <ConfirmDialog
          title={question.title}
          action={question.action}
          isDangerous={requested !== 'switch' || enabled}
          run={async () => {
            await question.run();
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
