// Shows each changed setting, before and after, and saves them.
import { Text } from '@mantine/core';
import { operator } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import {
  changedLines,
  changesOf,
  kinds,
  type SettingName,
  useFeesText,
  useLeastText,
  useValueText,
  type Values,
} from './fields.ts';
import classes from './projects.module.css';

interface Props {
  readonly project: { readonly id: string; readonly name: string };
  readonly before: Values;
  readonly after: Values;
  readonly onSaved: () => void;
  readonly onRefused: (errors: Record<string, string>) => void;
  readonly onClose: () => void;
}

export function SaveDialog({ project, before, after, onSaved, onRefused, onClose }: Props) {
  const t = useTexts('projects');
  const lines = useLines(before, after);
  const work = useAction({
    run: () => {
      const changes = lines.map(({ label, to }) => t.labelled({ label, value: to })).join('; ');
      const confirms = t.saveConfirms({ name: project.name, changes });
      const input = { project: project.id, ...changesOf(before, after) };
      return operator('projects.update', input, { confirms });
    },
    refreshes: [['project', project.id, 'settings']],
    onDone: onSaved,
    onFailed: (error) => {
      const errors = fieldErrors(error);
      if (Object.keys(errors).length === 0) return;
      onRefused(errors);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t.saveTitle}
      action={t.save}
      work={work}
      onSubmit={() => work.start(undefined)}
      onClose={onClose}
    >
      <Text>{t.saveWhat({ name: project.name })}</Text>
      <RowsTable
        label={t.saveTitle}
        rows={lines}
        rowKey={({ label }) => label}
        columns={[
          { head: t.setting, cell: ({ label }) => label },
          { head: t.before, cell: ({ from }) => <span className={classes.lines}>{from}</span> },
          { head: t.after, cell: ({ to }) => <strong className={classes.lines}>{to}</strong> },
        ]}
      />
    </FormDialog>
  );
}

function useLines(before: Values, after: Values) {
  const t = useTexts('projects');
  const labels = useTexts('settings').settingLabels;
  const textOf = useValueText();
  const feesText = useFeesText();
  const leastText = useLeastText();
  const isOne = (name: keyof Values): name is SettingName => name in kinds;
  return changedLines(before, after).map(({ name, from, to }) => {
    if (isOne(name)) return { label: labels[name], from: textOf(name, from), to: textOf(name, to) };
    if (name === 'logo') {
      const shown = (logo: string) =>
        logo === '' ? t.none : logo.startsWith('data:') ? t.newLogo : t.oldLogo;
      return { label: labels.logo, from: shown(from), to: shown(to) };
    }
    if (name === 'fees') {
      const [old, now] = [feesText(before.fees), feesText(after.fees)];
      return { label: t.rowTitles.fees, from: old || t.none, to: now || t.none };
    }
    const [old, now] = [leastText(before.minimum_deposits), leastText(after.minimum_deposits)];
    return { label: t.rowTitles.minimum_deposits, from: old || t.none, to: now || t.none };
  });
}
