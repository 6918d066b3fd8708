// Asks for confirmation of an irreversible action: describes it, may require a reason, and accepts one click.
import { Text, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAction } from '../action.ts';
import { useTexts } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';

interface Props {
  readonly title: string;
  /** A sentence that describes the action. */
  readonly children: ReactNode;
  /** The button's label: `Resolve alert`, never `OK`. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** For dialogs that contain a table. */
  readonly isWide?: boolean;
  /** Requires a reason, which is stored in the audit log. */
  readonly wantsReason?: boolean;
  readonly run: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: Props) {
  const { title, children, action, run, onClose } = props;
  const { isDangerous = false, isWide = false, wantsReason = false } = props;
  const t = useTexts('common');
  const [reason, setReason] = useState('');
  const work = useAction({ run: () => run(reason.trim()), onDone: onClose });
  const isReady = !wantsReason || reason.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) work.start(undefined);
  };
  return (
    <FormDialog
      {...{ title, action, isDangerous, isWide, isReady, work, onClose }}
      onSubmit={submit}
    >
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
    </FormDialog>
  );
}
