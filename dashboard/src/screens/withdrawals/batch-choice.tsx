// Selects a file of payments, or discards the current one, after confirmation if it was partly sent.
import { Button, FileButton, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import type { Batch } from './use-batch.ts';

interface Props {
  readonly batch: Batch;
  readonly onFile: (file: File) => Promise<void>;
}

export function BatchChoice({ batch, onFile }: Props) {
  const t = useTexts('withdrawals').batchFile;
  const [requested, setRequested] = useState<(() => Promise<void>) | null>(null);
  // Allows the same file to be selected again.
  const reset = useRef<() => void>(null);
  const waiting = batch.rows.filter(({ state }) => state === 'waiting').length;
  const begun = batch.rows.length - waiting;
  const drop = (step: () => Promise<void>) => {
    if (begun > 0 && waiting > 0) setRequested(() => step);
    else void step();
  };
  const choose = (file: File | null) => {
    reset.current?.();
    if (file !== null) drop(() => onFile(file));
  };
  return (
    <Group gap="sm">
      <FileButton resetRef={reset} onChange={choose} accept=".csv,text/csv,text/plain">
        {(props) => (
          <Button variant="default" disabled={batch.isRunning} {...props}>
            {t.choose}
          </Button>
        )}
      </FileButton>
      {batch.rows.length > 0 && (
        <Button
          variant="subtle"
          onClick={() => drop(async () => batch.clear())}
          disabled={batch.isRunning}
        >
          {t.forget}
        </Button>
      )}
      {requested !== null && (
        <ConfirmDialog
          title={t.forgetTitle}
          action={t.forget}
          isDangerous
          run={requested}
          onClose={() => setRequested(null)}
        >
          {t.forgetWhat({ waiting, all: batch.rows.length })}
        </ConfirmDialog>
      )}
    </Group>
  );
}
