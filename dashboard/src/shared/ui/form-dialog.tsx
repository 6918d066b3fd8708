// A dialog with a form: inputs, errors, and one submit button.
import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '../texts.ts';
import { Dialog } from './dialog.tsx';
import { Failed } from './failed.tsx';

interface Props {
  readonly title: string;
  /** The button's label: `Create channel`, never `OK`. */
  readonly action: string;
  /** False while required information is still loading. */
  readonly isReady?: boolean;
  readonly isDangerous?: boolean;
  /** For dialogs that contain a table. */
  readonly isWide?: boolean;
  /** The state of a `useAction`. */
  readonly work: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
  };
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog(props: Props) {
  const { title, action, work, onSubmit, onClose, children } = props;
  const { isReady = true, isDangerous = false, isWide = false } = props;
  const t = useTexts('common');
  // Every open dialog receives Escape; here, it is meant for the step-up dialog that the action waits for.
  const close = () => {
    if (!work.isPending) onClose();
  };
  return (
    <Dialog opened onClose={close} title={title} size={isWide ? 'xl' : 'md'}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          {children}
          {work.isError && <Failed error={work.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={work.isPending}>
              {t.cancel}
            </Button>
            <Button
              type="submit"
              loading={work.isPending}
              disabled={!isReady}
              {...(isDangerous ? { color: 'red.9' } : {})}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
