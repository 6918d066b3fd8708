// The user's account: sign-in methods, sessions, and personal tokens.
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { people } from '../../shared/api.ts';
import { roleText } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { Loading, Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { Fact, Facts, When } from '../../shared/ui/values.tsx';
import { Codes } from './codes.tsx';
import { DisplaySettingsForm } from './display-settings-form.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { type Session, sessionList } from './queries.ts';
import { Section, useAccountChanged } from './section.tsx';

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
      head: t.end,
      cell: (session) =>
        session.is_this ? (
          <strong>{t.thisOne}</strong>
        ) : (
          <Button size="xs" variant="default" onClick={() => setEnding(session)}>
            {t.endAction}
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
      <ListTable
        label={t.sessions}
        list={sessionList}
        columns={columns}
        rowKey={({ id }) => id}
        empty="–"
      />
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
