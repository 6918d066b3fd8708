// Renders whichever of the three dialogs is open.
import type { CoinDeposit } from '@chaintill/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AttachDialog } from './attach-dialog.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { depositOne, type Owner, type Waiting } from './queries.ts';
import { SendBackDialog } from './send-back-dialog.tsx';

export type ResolveAction = 'credit' | 'attach' | 'send-back';

export interface Deciding {
  readonly action: ResolveAction;
  readonly waiting: Waiting;
  /** The likely invoice or channel. */
  readonly owner?: Owner;
  /** From the project's own list, which has more details. */
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
  return deciding === undefined ? null : <OpenDialog {...{ deciding, onClose }} />;
}

/** The list of all projects has fewer details, so the project's own list is fetched. */
function OpenDialog({
  deciding,
  onClose,
}: {
  readonly deciding: Deciding;
  readonly onClose: () => void;
}) {
  const client = useQueryClient();
  const { id, project } = deciding.waiting;
  const read = useQuery({
    ...depositOne(project ?? '', id),
    enabled: deciding.deposit === undefined && project !== null,
  });
  const deposit = deciding.deposit ?? read.data;
  const Dialog = dialogs[deciding.action];
  const onDone = () => {
    for (const type of ['deposit', 'invoice', 'account'])
      void client.invalidateQueries({ queryKey: [type] });
    onClose();
  };
  return <Dialog {...deciding} {...(deposit && { deposit })} onDone={onDone} onClose={onClose} />;
}
