// The user's account: sign-in methods, sessions, and personal tokens.
import { Button, NativeSelect, SimpleGrid } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { people } from '../../shared/api.ts';
import { roleText } from '../../shared/code-texts.ts';
import { useDisplaySettings } from '../../shared/display-settings.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { DisplaySettingsChoice } from '../../shared/ui/display-settings-choice.tsx';
import { Failed, Loading, Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { Fact, Facts, When } from '../../shared/ui/values.tsx';
import { Passkeys } from './passkeys.tsx';
import { Codes, Password } from './password.tsx';
import { type Session, sessionList } from './queries.ts';
import { Section, useAccountChanged } from './section.tsx';

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

/** Loaded last, because it is at the bottom of the page and rarely opened. */
const Notices = lazy(async () => ({ default: (await import('./notices.tsx')).Notices }));
const Tokens = lazy(async () => ({ default: (await import('./tokens.tsx')).Tokens }));

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
  const names = useTexts('common').roleNames;
  const { labelled } = useTexts('common');
  const { user, projects } = useMe();
  const inProjects = projects
    .filter(({ roles }) => roles.some((role) => role !== user.role))
    .map(({ name, roles }) =>
      labelled({ label: name, value: roles.map((role) => roleText(names, role)).join(', ') }),
    );
  return (
    <Section title={user.name} about={t.selfAbout}>
      <Facts>
        <Fact name={t.email}>{user.email ?? '–'}</Fact>
        <Fact name={t.role}>{user.role === null ? '–' : roleText(names, user.role)}</Fact>
        <Fact name={t.inProjects}>{inProjects.length === 0 ? null : inProjects.join('; ')}</Fact>
      </Facts>
    </Section>
  );
}

function Sessions() {
  const t = useTexts('account');
  const changed = useAccountChanged();
  const [ending, setEnding] = useState<Session>();
  const [endsAll, setEndsAll] = useState(false);
  const columns: readonly Column<Session>[] = [
    { head: t.device, cell: ({ agent }) => deviceOf(agent) ?? t.unknownDevice },
    { head: t.address, cell: ({ address }) => address ?? '–' },
    { head: t.since, cell: ({ began_at: at }) => <When at={at} /> },
    { head: t.seen, cell: ({ seen_at: at }) => <When at={at} /> },
    {
      head: t.endLabel,
      cell: (session) =>
        session.is_this ? (
          <strong>{t.thisOne}</strong>
        ) : (
          <Button size="xs" variant="default" onClick={() => setEnding(session)}>
            {t.endButton}
          </Button>
        ),
    },
  ];
  return (
    <Section
      title={t.sessions}
      about={t.sessionsAbout}
      actions={
        <Button variant="default" onClick={() => setEndsAll(true)}>
          {t.endAll}
        </Button>
      }
    >
      <ListTable label={t.sessions} list={sessionList} columns={columns} empty="–" />
      {ending !== undefined && (
        <ConfirmDialog
          title={t.endTitle}
          action={t.endTitle}
          run={async () => {
            await people('me.end-session', { session_id: ending.id });
            await changed();
          }}
          onClose={() => setEnding(undefined)}
        >
          {t.endWhat({ device: deviceOf(ending.agent) ?? t.unknownDevice })}
        </ConfirmDialog>
      )}
      {endsAll && (
        <ConfirmDialog
          title={t.endAllTitle}
          action={t.endAllTitle}
          run={async () => {
            await people('me.end-all', {});
            await changed();
          }}
          onClose={() => setEndsAll(false)}
        >
          {t.endAllWhat}
        </ConfirmDialog>
      )}
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
