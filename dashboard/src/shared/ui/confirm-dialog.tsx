// Asks before something is done that cannot be taken back: says what it will do, may want a reason, and hears one click.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAction } from '../action.ts';
import { useMessages } from '../i18n.tsx';
import { Failed } from './failed.tsx';
import { words } from './words.ts';

interface Props {
  readonly title: string;
  /** What will be done, in a sentence. */
  readonly children: ReactNode;
  /** The button's word: `Clear alarm`, never `OK`. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Asks why; it is kept in the journal. */
  readonly wantsReason?: boolean;
  readonly run: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: Props) {
  const { title, children, action, isDangerous = false, wantsReason = false, run, onClose } = props;
  const t = useMessages(words);
  const [reason, setReason] = useState('');
  const work = useAction({ run: () => run(reason.trim()), onDone: onClose });
  const isReady = !wantsReason || reason.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) work.start(undefined);
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text component="div">{children}</Text>
          {wantsReason && (
            <Textarea
              label={t.reason}
              description={t.reasonHint}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              maxLength={1000}
              minRows={2}
              required
              data-autofocus
            />
          )}
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
    </Modal>
  );
}
