// The settings of a project as a form: values, and defaults in force, in groups with a search. Changes are shown before
// they are saved. Read-only without permission.
import { Paper, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { may, useMe } from '../../shared/session.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Loaded, Page } from '../../shared/ui/page.tsx';
import { amountIn, CopyId, Fact, Facts, When } from '../../shared/ui/values.tsx';
import {
  changedLines,
  type GroupName,
  groupNames,
  groups,
  type SettingName,
  type Several,
  unlessSet,
  valuesOf,
} from './fields.ts';
import { GroupLinks } from './group-links.tsx';
import classes from './projects.module.css';
import { currenciesOf, type ProjectSettings, settingsOf } from './queries.ts';
import { FeeRows, LeastRows } from './rows-fields.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { SavingBar } from './saving-bar.tsx';
import { SettingField } from './setting-field.tsx';

export function Settings() {
  const t = useTexts('projects');
  const { project = '' } = useParams({ strict: false });
  const [saves, setSaves] = useState(0);
  const [wanted, setWanted] = useState('');
  return (
    <Page title={t.settings}>
      <Loaded query={useQuery(settingsOf(project))} what={t.settings}>
        {(settings) => (
          <>
            <TextInput
              type="search"
              className={classes.search ?? ''}
              aria-label={t.searchSettings}
              placeholder={t.searchSettings}
              leftSection={<Icon name="search" />}
              value={wanted}
              onChange={(event) => setWanted(event.currentTarget.value)}
            />
            <SettingsForm
              key={`${saves} ${JSON.stringify(settings)}`}
              settings={settings}
              wanted={wanted}
              onSaved={() => setSaves(saves + 1)}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface FormProps {
  readonly settings: ProjectSettings;
  readonly wanted: string;
  readonly onSaved: () => void;
}

/** Resets after saving, or when the stored values change. A refetch without changes keeps typed values. */
function SettingsForm({ settings, wanted, onSaved }: FormProps) {
  const t = useTexts('projects');
  const isReadOnly = !may(useMe(), 'projects.update', null);
  const before = valuesOf(settings);
  const form = useForm({ initialValues: before });
  const [isSaving, setSaving] = useState(false);
  const count = changedLines(before, form.values).length;
  const found = useFoundSettings(wanted);
  const { locale } = useLanguage();
  const currencies = useQuery(currenciesOf(settings.id)).data ?? { all: [], coins: [] };
  const rows = { errors: form.errors, isReadOnly };
  const several: Readonly<Record<Several, ReactNode>> = {
    fees: (
      <Rows
        title={t.rowTitles.fees}
        about={t.feesAbout({ percent: amountIn(locale, settings.unless_set.fee_percent, '') })}
      >
        <FeeRows
          {...rows}
          rows={form.values.fees}
          currencies={currencies.all}
          onChange={(fees) => form.setFieldValue('fees', fees)}
        />
      </Rows>
    ),
    minimum_deposits: (
      <Rows title={t.rowTitles.minimum_deposits} about={t.leastAbout}>
        <LeastRows
          {...rows}
          rows={form.values.minimum_deposits}
          currencies={currencies.coins}
          onChange={(least) => form.setFieldValue('minimum_deposits', least)}
        />
      </Rows>
    ),
  };
  const field = (name: SettingName) => (
    <SettingField
      key={name}
      name={name}
      value={form.values[name]}
      inForce={unlessSet(settings, name)}
      error={textOrNothing(form.errors[name])}
      isReadOnly={isReadOnly}
      onChange={(value) => form.setFieldValue(name, value)}
    />
  );
  return (
    <>
      <form
        onSubmit={form.onSubmit(() => {
          if (count > 0) setSaving(true);
        })}
      >
        <Text c="dimmed">{isReadOnly ? t.readOnly : t.settingsAbout}</Text>
        <Text role="status" className={found.size > 0 ? (classes.nothing ?? '') : ''}>
          {found.size === 0 && t.noSettingFound}
        </Text>
        {[...found].map(([group, names]) => (
          <Section key={group} name={group}>
            {names.some((name) => !isSeveral(name)) && (
              <div className={classes.fields}>
                {names.map((name) => (isSeveral(name) ? null : field(name)))}
              </div>
            )}
            {names.map((name) => isSeveral(name) && <div key={name}>{several[name]}</div>)}
            <GroupLinks group={group} project={settings.id} />
            {group === 'advanced' && <ProjectFacts settings={settings} />}
          </Section>
        ))}
        <SavingBar count={count} onDiscard={() => form.reset()} />
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

type AnySetting = (typeof groups)[GroupName][number];

/** The groups and settings whose name or explanation contains all words. A group's own name finds all of it. */
function useFoundSettings(wanted: string): ReadonlyMap<GroupName, readonly AnySetting[]> {
  const t = useTexts('projects');
  const { settingLabels, settingHints } = useTexts('settings');
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const has = (...texts: readonly string[]) => {
    const text = texts.join(' ').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
  const textsOf = (name: AnySetting): readonly string[] =>
    isSeveral(name) ? [t.rowTitles[name]] : [settingLabels[name], settingHints[name]];
  const found = groupNames.flatMap((group) => {
    const names: readonly AnySetting[] = groups[group];
    const isGroup = has(t.groupTitles[group], t.groupAbout[group]);
    const some = isGroup ? names : names.filter((name) => has(...textsOf(name)));
    return isGroup || some.length > 0 ? [[group, some] as const] : [];
  });
  return new Map(found);
}

function isSeveral(name: AnySetting): name is Several {
  return name === 'fees' || name === 'minimum_deposits';
}

function textOrNothing(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}

function Section({ name, children }: { readonly name: GroupName; readonly children: ReactNode }) {
  const t = useTexts('projects');
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-label={t.groupTitles[name]}>
      <Title order={2}>{t.groupTitles[name]}</Title>
      <Text c="dimmed" size="sm" mb="md">
        {t.groupAbout[name]}
      </Text>
      {children}
    </Paper>
  );
}

interface RowsProps {
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

function Rows({ title, about, children }: RowsProps) {
  return (
    <>
      <Title order={3} mt="lg">
        {title}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {about}
      </Text>
      {children}
    </>
  );
}

function ProjectFacts({ settings }: { readonly settings: ProjectSettings }) {
  const t = useTexts('projects');
  return (
    <div className={classes.facts}>
      <Facts>
        <Fact name={t.name}>{settings.name}</Fact>
        <Fact name={t.id} value={<CopyId value={settings.id} label={t.id} />} />
        <Fact name={t.made} value={<When at={settings.created_at} />} />
      </Facts>
    </div>
  );
}
