// The settings of a project as a form: values, and defaults in force. Changes are shown before they are saved.
// Read-only without permission.
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { operator } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { may, useMe } from '../../shared/session.ts';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { Loaded, Page } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { amountIn, CopyId, Fact, Facts, When } from '../../shared/ui/values.tsx';
import {
  changedLines,
  changesOf,
  kinds,
  type SettingName,
  sections,
  unlessSet,
  useFeesText,
  useLeastText,
  useValueText,
  type Values,
  valuesOf,
} from './fields.ts';
import classes from './projects.module.css';
import { currenciesOf, type ProjectSettings, settingsOf } from './queries.ts';
import { FeeRows, FieldInput, LeastRows } from './rows-fields.tsx';

export function Settings() {
  const t = useTexts('projects');
  const { project = '' } = useParams({ strict: false });
  const [saves, setSaves] = useState(0);
  return (
    <Page title={t.settings}>
      <Loaded query={useQuery(settingsOf(project))} what={t.settings}>
        {(settings) => (
          <>
            <Facts>
              <Fact name={t.name}>{settings.name}</Fact>
              <Fact name={t.id} value={<CopyId value={settings.id} label={t.id} />} />
              <Fact name={t.made} value={<When at={settings.created_at} />} />
            </Facts>
            <SettingsForm
              key={`${saves} ${JSON.stringify(settings)}`}
              settings={settings}
              onSaved={() => setSaves(saves + 1)}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Resets after saving, or when the stored values change. A refetch without changes keeps typed values. */
function SettingsForm({
  settings,
  onSaved,
}: {
  readonly settings: ProjectSettings;
  readonly onSaved: () => void;
}) {
  const t = useTexts('projects');
  const { locale } = useLanguage();
  const isReadOnly = !may(useMe(), 'projects.update', null);
  const before = valuesOf(settings);
  const form = useForm({ initialValues: before });
  const currencies = useQuery(currenciesOf(settings.id)).data ?? { all: [], coins: [] };
  const [isSaving, setSaving] = useState(false);
  const count = changedLines(before, form.values).length;
  const rows = { errors: form.errors, isReadOnly };
  return (
    <>
      <form
        onSubmit={form.onSubmit(() => {
          if (count > 0) setSaving(true);
        })}
      >
        <Text c="dimmed">{isReadOnly ? t.readOnly : t.settingsAbout}</Text>
        <Section
          title={t.sectionTitles.fees}
          about={t.feesAbout({ percent: amountIn(locale, settings.unless_set.fee_percent, '') })}
        >
          <FeeRows
            {...rows}
            rows={form.values.fees}
            currencies={currencies.all}
            onChange={(fees) => form.setFieldValue('fees', fees)}
          />
        </Section>
        {sectionNames.map((section) => (
          <Section key={section} title={t.sectionTitles[section]}>
            <div className={classes.fields}>
              {sections[section].map((name) => (
                <FieldInput
                  key={name}
                  name={name}
                  value={form.values[name]}
                  inForce={unlessSet(settings, name)}
                  error={textOrNothing(form.errors[name])}
                  isReadOnly={isReadOnly}
                  onChange={(value) => form.setFieldValue(name, value)}
                />
              ))}
            </div>
          </Section>
        ))}
        <Section title={t.sectionTitles.least} about={t.leastAbout}>
          <LeastRows
            {...rows}
            rows={form.values.minimum_deposits}
            currencies={currencies.coins}
            onChange={(least) => form.setFieldValue('minimum_deposits', least)}
          />
        </Section>
        {count > 0 && (
          <div className={classes.saving}>
            <span role="status">{t.changed({ count })}</span>
            <Group gap="sm">
              <Button variant="default" onClick={() => form.reset()}>
                {t.discard}
              </Button>
              <Button type="submit">{t.review}</Button>
            </Group>
          </div>
        )}
      </form>
      {isSaving && (
        <SaveDialog
          project={settings}
          before={before}
          after={form.values}
          onSaved={onSaved}
          onRefused={(errors) => form.setErrors(errors)}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

const sectionNames = Object.keys(sections) as readonly (keyof typeof sections)[];

function textOrNothing(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}

interface SectionProps {
  readonly title: string;
  readonly about?: string;
  readonly children: ReactNode;
}

function Section({ title, about, children }: SectionProps) {
  return (
    <Paper withBorder p="md" mt="md">
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      {about !== undefined && (
        <Text c="dimmed" size="sm" mb="sm">
          {about}
        </Text>
      )}
      {children}
    </Paper>
  );
}

interface Props {
  readonly project: { readonly id: string; readonly name: string };
  readonly before: Values;
  readonly after: Values;
  readonly onSaved: () => void;
  readonly onRefused: (errors: Record<string, string>) => void;
  readonly onClose: () => void;
}

function SaveDialog({ project, before, after, onSaved, onRefused, onClose }: Props) {
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
    if (name === 'fees') {
      const [old, now] = [feesText(before.fees), feesText(after.fees)];
      return { label: t.sectionTitles.fees, from: old || t.none, to: now || t.none };
    }
    const [old, now] = [leastText(before.minimum_deposits), leastText(after.minimum_deposits)];
    return { label: t.sectionTitles.least, from: old || t.none, to: now || t.none };
  });
}
