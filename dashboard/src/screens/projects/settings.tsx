// The settings of a project as a form: values, and defaults in force. Changes are shown before they are saved.
// Read-only without permission.
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { may, useMe } from '../../shared/session.ts';
import { Page, QueryStatus } from '../../shared/ui/page.tsx';
import { amountIn, CopyId, Fact, Facts, When } from '../../shared/ui/values.tsx';
import { changedLines, sections, unlessSet, valuesOf } from './fields.ts';
import classes from './projects.module.css';
import { currenciesOf, type ProjectSettings, settingsOf } from './queries.ts';
import { FeeRows, FieldInput, LeastRows } from './rows-fields.tsx';
import { SaveDialog } from './save-dialog.tsx';

export function Settings() {
  const t = useTexts('projects');
  const { project = '' } = useParams({ strict: false });
  const query = useQuery(settingsOf(project));
  const [saves, setSaves] = useState(0);
  return (
    <Page title={t.settings}>
      <QueryStatus of={query} what={t.settings} />
      {query.data !== undefined && (
        <>
          <Facts>
            <Fact name={t.name}>{query.data.name}</Fact>
            <Fact name={t.id} value={<CopyId value={query.data.id} label={t.id} />} />
            <Fact name={t.made} value={<When at={query.data.created_at} />} />
          </Facts>
          <SettingsForm
            key={`${saves} ${JSON.stringify(query.data)}`}
            settings={query.data}
            onSaved={() => setSaves(saves + 1)}
          />
        </>
      )}
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
  const titles = useTexts('projects').sectionTitles;
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
          title={titles.fees}
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
          <Section key={section} title={titles[section]}>
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
        <Section title={titles.least} about={t.leastAbout}>
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
