// What the lists of keys have in common: when a key was made, whether it works, and how it is revoked.
import { keyStatus } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { Status } from '../../shared/statuses.tsx';
import { Ago } from '../../shared/ui/ago.tsx';
import { type RowAction, RowMenu } from '../../shared/ui/row-menu.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { When } from '../../shared/ui/values.tsx';

interface KeyFacts {
  readonly created_at: string;
  readonly made_by: string | null;
  /** Created by the machine's user on the command line. */
  readonly made_by_system_user?: boolean;
  readonly used_at: string | null;
  readonly revoked_at: string | null;
}

export function useHistoryColumns(): Columns<KeyFacts> {
  const t = useTexts('keys');
  return [
    {
      head: t.madeAt,
      cell: ({ created_at: at, made_by: by, made_by_system_user: isSystem = false }) => (
        <>
          <When at={at} />
          {by !== null && <div>{isSystem ? t.bySystem({ name: by }) : t.by({ name: by })}</div>}
        </>
      ),
    },
    {
      head: t.currentStatus,
      cell: ({ revoked_at: revokedAt, used_at: usedAt }) => (
        <>
          <Status of={keyStatus} value={revokedAt === null ? 'in_force' : 'revoked'} />
          <div>
            {usedAt === null ? t.neverUsed : t.lastUsed} {usedAt !== null && <Ago at={usedAt} />}
          </div>
        </>
      ),
    },
  ];
}

interface RevokeProps {
  readonly project: string;
  readonly name: string;
  /** What stops working. */
  readonly what: string;
  readonly run: () => Promise<unknown>;
}

export function RevokeMenu({ project, name, what, run }: RevokeProps) {
  const t = useTexts('keys');
  const revoke: RowAction = {
    label: t.revoke,
    isDangerous: true,
    confirm: {
      title: t.revokeTitle,
      action: t.revokeAction,
      isDangerous: true,
      run,
      refreshes: [['api_key', project]],
      children: what,
    },
  };
  return <RowMenu of={name} actions={[revoke]} />;
}
