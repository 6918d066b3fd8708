// Adds a person who sells at a terminal, or changes one: their name, their PIN, and whether they may close the day.
import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { operator } from '../../shared/api.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { changedBy, type Staff, type Terminal } from './queries.ts';

interface Props {
  readonly terminal: Terminal;
  /** Null: a new one. */
  readonly person: Staff | null;
  readonly onClose: () => void;
}

export function StaffDialog({ terminal, person, onClose }: Props) {
  const t = useTexts('terminals');
  const { project_id: project, id: terminal_id } = terminal;
  const isNew = person === null;
  const { field, dialog } = useFormAction({
    initialValues: { name: person?.name ?? '', pin: '', may_close: person?.may_close ?? false },
    run: ({ name, pin, may_close }, attempt) =>
      operator(
        'terminals.save-staff',
        {
          project,
          terminal_id,
          staff_id: person?.id,
          name: name.trim(),
          pin: pin === '' ? undefined : pin,
          may_close,
          active: person?.active,
        },
        { attempt },
      ),
    refreshes: changedBy(project),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={isNew ? t.addPerson : t.changePerson}
      action={isNew ? t.addPerson : t.save}
      onClose={onClose}
      {...dialog}
    >
      <TextInput
        label={t.name}
        description={t.personHint}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
        {...field('name')}
      />
      <PasswordInput
        label={isNew ? t.pin : t.newPin}
        description={isNew ? undefined : t.newPinHint}
        required={isNew}
        inputMode="numeric"
        pattern="[0-9]{4,8}"
        // A browser must not fill in the password of the person at the dashboard.
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t.showPin, tabIndex: 0 }}
        {...field('pin')}
      />
      <Checkbox label={t.mayClose} {...field('may_close', { type: 'checkbox' })} />
    </FormDialog>
  );
}
