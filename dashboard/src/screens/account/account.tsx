// The user's account: sign-in methods, sessions, and personal tokens.
import { NativeSelect, SimpleGrid } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { people } from '../../shared/api.ts';
import { roleText } from '../../shared/code-texts.ts';
import { useDisplaySettings } from '../../shared/display-settings.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { DisplaySettingsChoice } from '../../shared/ui/display-settings-choice.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Failed, Loading, Page, Section } from '../../shared/ui/page.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { Fact, Facts } from '../../shared/ui/values.tsx';
import { Passkeys } from './passkeys.tsx';
import { Codes, Password } from './password.tsx';
import { ACCOUNT, type Session, sessionList } from './queries.ts';

const FORMATS = ['en-GB', 'en-US', 'de-DE', 'de-CH', 'fr-FR', 'fr-CH', 'es-ES', 'es-MX'] as const;
const ZONES = Intl.supportedValuesOf('timeZone');

function DisplaySettingsForm() {
  const t = useTexts('account');
  const { settings, change, keep } = useDisplaySettings();
  const { locale } = useLanguage();
  const formats = [
    ...new Set([...FORMATS, ...(settings.numbers === null ? [] : [settings.numbers])]),
  ];
  const zones = [...new Set(['UTC', ...ZONES, ...(settings.zone === null ? [] : [settings.zone])])];
  return (
    <Section title={t.looks} about={t.looksAbout}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DisplaySettingsChoice {...{ settings, change }} />
        <NativeSelect
          label={t.numbers}
          value={settings.numbers ?? ''}
          data={[
            { value: '', label: t.asLanguage },
            ...formats.map((value) => ({ value, label: sampleOf(value, locale) })),
          ]}
          onChange={(event) => change({ numbers: event.currentTarget.value || null })}
        />
        <NativeSelect
          label={t.zone}
          value={settings.zone ?? ''}
          data={[
            { value: '', label: t.asBrowser },
            ...zones.map((value) => ({ value, label: value })),
          ]}
          onChange={(event) => change({ zone: event.currentTarget.value || null })}
        />
      </SimpleGrid>
      {keep.isError && <Failed error={keep.error} />}
    </Section>
  );
}

/** `1.234,50 · 31.12.2026 (Deutsch, Schweiz)`. */
function sampleOf(tag: string, locale: string): string {
  const number = new Intl.NumberFormat(tag, { minimumFractionDigits: 2 }).format(1234.5);
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'short' }).format(new Date(2026, 11, 31));
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  return `${number} · ${date} (${name})`;
}

/** Loaded last, because they are at the bottom of the page and rarely opened. */
const Notices = lazy(async () => ({ default: (await import('./notices-and-tokens.tsx')).Notices }));
const Tokens = lazy(async () => ({ default: (await import('./notices-and-tokens.tsx')).Tokens }));

export function Account() {
  const t = useTexts('account');
  return (
    <Page title={t.account}>
      <Self />
      <DisplaySettingsForm />
      <Passkeys />
      <Password />
      <Codes />
      <Sessions />
      <Suspense fallback={<Loading what={t.tokens} />}>
        <Notices />
        <Tokens />
      </Suspense>
    </Page>
  );
}

function Self() {
  const t = useTexts('account');
  const { user, projects } = useMe();
  const inProjects = projects
    .filter(({ roles }) => roles.some((role) => role !== user.role))
    .map(({ name, roles }) =>
      t.labelled({
        label: name,
        value: roles.map((role) => roleText(t.roleNames, role)).join(', '),
      }),
    );
  return (
    <Section title={user.name} about={t.selfAbout}>
      <Facts>
        <Fact name={t.email}>{user.email ?? '–'}</Fact>
        <Fact name={t.role}>{user.role === null ? '–' : roleText(t.roleNames, user.role)}</Fact>
        <Fact name={t.inProjects}>{inProjects.length === 0 ? null : inProjects.join('; ')}</Fact>
      </Facts>
    </Section>
  );
}

function Sessions() {
  const t = useTexts('account');
  const columns: Columns<Session> = [
    { head: t.device, cell: ({ agent }) => deviceOf(agent) ?? t.unknownDevice },
    { head: t.address, cell: ({ address }) => address ?? '–' },
    { head: t.since, time: ({ began_at: at }) => at },
    { head: t.seen, time: ({ seen_at: at }) => at },
    {
      head: t.endLabel,
      cell: ({ id, agent, is_this: isThis }) =>
        isThis ? (
          <strong>{t.thisOne}</strong>
        ) : (
          <ConfirmButton
            label={t.endButton}
            size="xs"
            title={t.endTitle}
            run={() => people('me.end-session', { session_id: id })}
            refreshes={ACCOUNT}
          >
            {t.endWhat({ device: deviceOf(agent) ?? t.unknownDevice })}
          </ConfirmButton>
        ),
    },
  ];
  const endAll = (
    <ConfirmButton
      label={t.endAll}
      title={t.endAllTitle}
      run={() => people('me.end-all', {})}
      refreshes={ACCOUNT}
    >
      {t.endAllWhat}
    </ConfirmButton>
  );
  return (
    <Section title={t.sessions} about={t.sessionsAbout} actions={endAll}>
      <ListTable label={t.sessions} list={sessionList} columns={columns} empty="–" />
    </Section>
  );
}

const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const;
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'] as const;

/** Browser and operating system, if the user agent contains them: `Firefox, Linux`. */
function deviceOf(agent: string | null): string | null {
  if (agent === null) return null;
  const parts = [BROWSERS, SYSTEMS].map((names) => names.find((name) => agent.includes(name)));
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? agent : known.join(', ');
}
