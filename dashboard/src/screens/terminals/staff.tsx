// Who sells at a terminal: add a person, change them or their PIN, and switch them on or off.
import { lazy } from 'react';
import { operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { useCreate } from '../../shared/ui/buttons.tsx';
import { Empty } from '../../shared/ui/page.tsx';
import { RowMenu } from '../../shared/ui/row-menu.tsx';
import { type Columns, RowsTable } from '../../shared/ui/tables.tsx';
import { Part } from './part.tsx';
import { changedBy, type Staff, type Terminal } from './queries.ts';
import { OnOff } from './status.tsx';

const StaffDialog = lazy(async () => ({
  default: (await import('./staff-dialog.tsx')).StaffDialog,
}));

export function StaffList({ terminal }: { readonly terminal: Terminal }) {
  const t = useTexts('terminals');
  const canSave = useCan('terminals.save-staff');
  const add = useCreate(canSave, (onClose) => (
    <StaffDialog {...{ terminal, onClose }} person={null} />
  ));
  const columns: Columns<Staff> = [
    { head: t.name, cell: ({ name }) => <strong>{name}</strong> },
    { head: t.status, cell: ({ active }) => <OnOff isOn={active} /> },
    { head: t.mayClose, cell: ({ may_close: mayClose }) => (mayClose ? t.yes : '–') },
    { head: t.created, time: ({ created_at: at }) => at },
    canSave && {
      head: t.actions,
      cell: (person) => <StaffActions {...{ terminal, person }} />,
    },
  ];
  return (
    <Part title={t.staff} action={terminal.staff.length > 0 && add.button(t.addPerson)}>
      {terminal.staff.length === 0 ? (
        <Empty icon="people" text={t.noStaff} action={add.button(t.addFirstPerson)} />
      ) : (
        <RowsTable label={t.staff} rows={terminal.staff} columns={columns} />
      )}
      {add.dialog}
    </Part>
  );
}

interface ActionsProps {
  readonly terminal: Terminal;
  readonly person: Staff;
}

function StaffActions({ terminal, person }: ActionsProps) {
  const t = useTexts('terminals');
  const { project_id: project, id: terminal_id } = terminal;
  const { id: staff_id, name, may_close, active } = person;
  const saved = { project, terminal_id, staff_id, name, may_close, active: !active };
  return (
    <RowMenu
      of={name}
      actions={[
        {
          label: t.changeButton,
          dialog: (onClose) => <StaffDialog {...{ terminal, person, onClose }} />,
        },
        {
          label: active ? t.offButton : t.onButton,
          confirm: {
            title: active ? t.personOffTitle : t.personOnTitle,
            action: active ? t.offAction : t.onAction,
            run: (_, attempt) => operator('terminals.save-staff', saved, { attempt }),
            refreshes: changedBy(project),
            children: active ? t.personOffWhat({ name }) : t.personOnWhat({ name }),
          },
        },
      ]}
    />
  );
}
