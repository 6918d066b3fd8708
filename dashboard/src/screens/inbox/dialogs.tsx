// The one of the three dialogs that is open, if any.
import type { CoinDeposit } from '@chaintill/client';
import { useQueryClient } from '@tanstack/react-query';
import { AttachDialog } from './attach-dialog.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import type { Owner, Waiting } from './queries.ts';
import { SendBackDialog } from './send-back-dialog.tsx';

export type Way = 'credit' | 'attach' | 'send-back';

export interface Deciding {
  readonly way: Way;
  readonly waiting: Waiting;
  /** What it was probably meant for. */
  readonly owner?: Owner;
  /** Where the project's own list has it: more is known then. */
  readonly deposit?: CoinDeposit;
}

export interface DialogProps extends Deciding {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const dialogs = { credit: CreditDialog, attach: AttachDialog, 'send-back': SendBackDialog };

export function Dialogs({
  deciding,
  onClose,
}: {
  readonly deciding: Deciding | undefined;
  readonly onClose: () => void;
}) {
  const client = useQueryClient();
  if (deciding === undefined) return null;
  const Dialog = dialogs[deciding.way];
  const onDone = () => {
    for (const type of ['deposit', 'invoice', 'account'])
      void client.invalidateQueries({ queryKey: [type] });
    onClose();
  };
  return <Dialog {...deciding} onDone={onDone} onClose={onClose} />;
}
