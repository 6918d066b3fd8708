// The daily closes of a terminal, and what was sold since the last one.
import { Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { ConfirmButton, DialogButton } from '../../shared/ui/buttons.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { QueryStatus } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { Part } from './part.tsx';
import { type Close, changedBy, type Terminal, terminalCloses, terminalTotals } from './queries.ts';
import { TotalsFacts } from './totals.tsx';

export function Closes({ terminal }: { readonly terminal: Terminal }) {
  const t = useTexts('terminals');
  const { project_id: project, id, closes } = terminal;
  const canClose = useCan('terminals.close');
  const open = useQuery(terminalTotals(project, id));
  const totals = open.data?.totals ?? null;
  return (
    <Part title={t.closes} action={canClose && totals !== null && <CloseDay terminal={terminal} />}>
      <Card withBorder>
        <Stack gap="md">
          <Title order={3}>{t.sinceLast}</Title>
          <QueryStatus of={open} what={t.sinceLast} shape="text" />
          {totals !== null && <TotalsFacts totals={totals} />}
          {open.data?.totals === null && <Text c="dimmed">{t.nothing}</Text>}
        </Stack>
      </Card>
      {closes > 0 && <Made terminal={terminal} />}
    </Part>
  );
}

function CloseDay({ terminal }: { readonly terminal: Terminal }) {
  const t = useTexts('terminals');
  const { project_id: project, id: terminal_id, closes } = terminal;
  // A second press makes no second close.
  const number = closes + 1;
  return (
    <ConfirmButton
      label={t.closeButton}
      title={t.closeTitle}
      action={t.closeAction}
      run={(_, attempt) =>
        operator('terminals.close', { project, terminal_id, number }, { attempt })
      }
      refreshes={changedBy(project)}
    >
      {t.closeWhat({ number: `${number}` })}
    </ConfirmButton>
  );
}

function Made({ terminal: { project_id: project, id } }: { readonly terminal: Terminal }) {
  const t = useTexts('terminals');
  const columns: readonly Column<Close>[] = [
    { head: t.inClose, cell: ({ number }) => t.closeNumber({ number: `${number}` }) },
    { head: t.closedAt, time: ({ closed_at: at }) => at, isExact: true },
    { head: t.closedBy, cell: ({ closed_by: by }) => by },
    { head: t.salesMade, isAmount: true, cell: ({ totals }) => totals.sales },
    { head: t.net, money: ({ totals }) => totals.net },
    { head: t.taxPaid, money: ({ totals }) => totals.tax },
    { head: t.tipsPaid, money: ({ totals }) => totals.tip },
    { head: t.total, money: ({ totals }) => totals.total },
    { head: t.actions, cell: (close) => <ShowClose close={close} /> },
  ];
  return (
    <ListTable
      label={t.closes}
      list={terminalCloses(project, id)}
      columns={columns}
      empty={t.noCloses}
    />
  );
}

function ShowClose({ close: { number, totals } }: { readonly close: Close }) {
  const t = useTexts('terminals');
  const title = t.closeNumber({ number: `${number}` });
  return (
    <DialogButton label={t.show} name={`${t.show} ${title}`} size="xs">
      {(onClose) => (
        <Dialog opened onClose={onClose} title={title}>
          <TotalsFacts totals={totals} />
        </Dialog>
      )}
    </DialogButton>
  );
}
