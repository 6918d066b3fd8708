// The terminals of a project, and the dialog for a new one.
import { getRouteApi } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { toTerminal } from '../../shared/links.ts';
import { useCan } from '../../shared/session.ts';
import { useCreate } from '../../shared/ui/buttons.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { type TerminalRow, terminalList } from './queries.ts';
import { OnOff } from './status.tsx';

const TerminalDialog = lazy(async () => ({
  default: (await import('./terminal-dialog.tsx')).TerminalDialog,
}));

const route = getRouteApi('/app/projects/$project/terminals');

export function TerminalList() {
  const t = useTexts('terminals');
  const { project } = route.useParams();
  const create = useCreate(useCan('terminals.create'), (onClose) => (
    <TerminalDialog {...{ project, onClose }} terminal={null} />
  ));
  const columns: readonly Column<TerminalRow>[] = [
    { head: t.name, cell: ({ name }) => name },
    { head: t.status, cell: ({ active }) => <OnOff isOn={active} /> },
    { head: t.currency, cell: ({ price_currency: currency }) => currency },
    { head: t.salesMade, isAmount: true, cell: ({ sales }) => sales },
    { head: t.closesMade, isAmount: true, cell: ({ closes }) => closes },
    { head: t.created, time: ({ created_at: at }) => at },
  ];
  return (
    <Page title={t.title} actions={create.button(t.create)}>
      <ListTable
        label={t.title}
        list={terminalList(project)}
        columns={columns}
        rowLink={({ id }) => toTerminal(project, id)}
        empty={{ icon: 'checkouts', text: t.empty, action: create.button(t.createFirst) }}
      />
      {create.dialog}
    </Page>
  );
}
