// Pauses the payouts of a project, or all transfers of a coin, with a reason.
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';

interface Props {
  readonly what: 'stop' | 'quarantine';
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

export function BeginDialog({ what, onDone, onClose }: Props) {
  const t = useTexts('stops');
  const { labelled } = useTexts('common');
  const { projects } = useMe();
  const [project, setProject] = useState(projects[0]?.id ?? '');
  const [coin, setCoin] = useState('');
  const named = projects.find(({ id }) => id === project)?.name ?? project;
  const begin = async (reason: string) => {
    const confirms = labelled({ label: t[what], value: what === 'stop' ? named : coin });
    await (what === 'stop'
      ? operator('payouts.stop', { project, reason }, { confirms })
      : operator('quarantine.begin', { coin: coin.trim(), reason }, { confirms }));
    await onDone();
  };
  return (
    <ConfirmDialog
      title={t[what]}
      action={t[what]}
      isDangerous
      wantsReason
      run={begin}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{what === 'stop' ? t.stopWhat : t.quarantineWhat}</Text>
        {what === 'stop' ? (
          <NativeSelect
            label={t.project}
            value={project}
            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setProject(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            label={t.coin}
            description={t.coinHint}
            value={coin}
            onChange={(event) => setCoin(event.currentTarget.value)}
            required
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
