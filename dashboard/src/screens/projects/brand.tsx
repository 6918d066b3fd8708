// The brand of a project: what payers see on pages and in emails, with a preview beside the form that shows what is typed.
import { Paper, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { may, useMe } from '../../shared/session.ts';
import { Loaded, Page } from '../../shared/ui/page.tsx';
import { ColorField, LogoField } from './brand-fields.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { DomainPart } from './domain-part.tsx';
import {
  brandNames,
  changedLines,
  type SettingName,
  unlessSet,
  type Values,
  valuesOf,
} from './fields.ts';
import classes from './projects.module.css';
import { type ProjectSettings, settingsOf } from './queries.ts';
import { SaveDialog } from './save-dialog.tsx';
import { SavingBar } from './saving-bar.tsx';
import { SettingField } from './setting-field.tsx';

export function BrandScreen() {
  const t = useTexts('projects');
  const { project = '' } = useParams({ strict: false });
  const [saves, setSaves] = useState(0);
  return (
    <Page title={t.brand}>
      <Loaded query={useQuery(settingsOf(project))} what={t.brand}>
        {(settings) => (
          <>
            <BrandForm
              key={`${saves} ${JSON.stringify(settings)}`}
              settings={settings}
              onSaved={() => setSaves(saves + 1)}
            />
            <DomainPart project={settings} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface FormProps {
  readonly settings: ProjectSettings;
  readonly onSaved: () => void;
}

/** Resets after saving, or when the stored values change. */
function BrandForm({ settings, onSaved }: FormProps) {
  const t = useTexts('projects');
  const isReadOnly = !may(useMe(), 'projects.update', null);
  const before = valuesOf(settings);
  const form = useForm<Values>({ initialValues: before });
  const [isSaving, setSaving] = useState(false);
  const count = changedLines(before, form.values).length;
  const errorOf = (name: keyof Values) => {
    const error = form.errors[name];
    return typeof error === 'string' ? error : undefined;
  };
  const put = (name: SettingName | 'logo') => (value: string) => form.setFieldValue(name, value);
  const field = (name: SettingName) => (
    <SettingField
      key={name}
      name={name}
      value={form.values[name]}
      inForce={unlessSet(settings, name)}
      error={errorOf(name)}
      isReadOnly={isReadOnly}
      onChange={put(name)}
    />
  );
  return (
    <>
      <Text c="dimmed">{isReadOnly ? t.readOnly : t.brandAbout}</Text>
      <div className={classes.sides}>
        <form
          onSubmit={form.onSubmit(() => {
            if (count > 0) setSaving(true);
          })}
        >
          <Part title={t.brandParts.look}>
            <LogoField
              value={form.values.logo}
              error={errorOf('logo')}
              isReadOnly={isReadOnly}
              onChange={put('logo')}
              onError={(error) => form.setFieldError('logo', error)}
            />
            <ColorField
              value={form.values.accent_color}
              error={errorOf('accent_color')}
              isReadOnly={isReadOnly}
              project={settings.id}
              onChange={put('accent_color')}
            />
            {brandNames.look.map(field)}
          </Part>
          <Part title={t.brandParts.seller}>{brandNames.seller.map(field)}</Part>
          <Part title={t.brandParts.mails}>{brandNames.mails.map(field)}</Part>
          <SavingBar count={count} onDiscard={() => form.reset()} />
        </form>
        <BrandPreview project={settings.id} values={form.values} />
      </div>
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

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <div className={classes.fields}>{children}</div>
    </Paper>
  );
}
