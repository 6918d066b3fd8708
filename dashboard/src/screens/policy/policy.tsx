// The policy of a project: its rules as sentences, limit usage, approvers, address book, decisions, and version
// history.
import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Failed, Loaded, Loading, Page } from '../../shared/ui/page.tsx';
import { When } from '../../shared/ui/values.tsx';
import { inLines, type Line, linesBetween } from './edit.tsx';
import classes from './policy.module.css';
import { policyHistory, policyOne } from './queries.ts';
import { Rules } from './rules.tsx';

interface Props {
  readonly project: string;
  readonly version: string;
  readonly onClose: () => void;
}

function VersionDialog({ project, version, onClose }: Props) {
  const t = useTexts('policy');
  const number = JSON.parse(/^\d{1,9}$/.test(version) ? version : '0') as number;
  const now = useQuery(policyOne(project, number));
  const before = useQuery(policyOne(project, number === 0 ? 0 : number - 1));
  const failed = now.error ?? before.error;
  return (
    <Dialog opened onClose={onClose} title={t.versionTitle({ version })} size="xl">
      {failed !== null && <Failed error={failed} what={t.policyTitle} />}
      {(now.isPending || before.isPending) && failed === null && <Loading what={t.policyTitle} />}
      {now.data !== undefined && before.data !== undefined && (
        <Difference
          lines={linesBetween(inLines(before.data.document), inLines(now.data.document))}
        />
      )}
    </Dialog>
  );
}

const SIGNS = { added: '+', removed: '−', same: ' ' } as const;

function Difference({ lines }: { readonly lines: readonly Line[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: content that scrolls horizontally must be reachable by keyboard.
    <pre className={classes.difference} tabIndex={0}>
      {lines.map(({ text, kind }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified only by its position.
        <div key={n} data-kind={kind}>
          {SIGNS[kind]} {text}
        </div>
      ))}
    </pre>
  );
}

const AddressBook = lazy(async () => ({
  default: (await import('./lists.tsx')).AddressBook,
}));
const Approvers = lazy(async () => ({ default: (await import('./lists.tsx')).Approvers }));
const Limits = lazy(async () => ({ default: (await import('./limits.tsx')).Limits }));
const Decisions = lazy(async () => ({ default: (await import('./decisions.tsx')).Decisions }));

const route = getRouteApi('/app/projects/$project/policy');

export function PolicyScreen() {
  const t = useTexts('policy');
  const { project } = route.useParams();
  const canChange = useCan('policy.set');
  const change = canChange && (
    <Button
      renderRoot={(props: object) => (
        <Link to="/projects/$project/policy/edit" params={{ project }} {...props} />
      )}
    >
      {t.change}
    </Button>
  );
  return (
    <Page title={t.policyTitle} actions={change}>
      <Text c="dimmed">{t.about}</Text>
      <Loaded query={useQuery(policyOne(project))} what={t.policyTitle}>
        {({ document, version }) => (
          <Stack gap="sm">
            <Text>{version === 0 ? t.builtIn : t.inForce({ version })}</Text>
            <Rules document={document} version={version} />
          </Stack>
        )}
      </Loaded>
      <Suspense>
        <Limits project={project} />
        <Approvers project={project} />
        <AddressBook project={project} />
        <Decisions project={project} />
      </Suspense>
      <History project={project} />
    </Page>
  );
}

function History({ project }: { readonly project: string }) {
  const t = useTexts('policy');
  const { version } = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/policy' });
  return (
    <>
      <Title order={2}>{t.history}</Title>
      <ListTable
        label={t.history}
        list={policyHistory(project)}
        columns={[
          { head: t.version, cell: (row) => row.version },
          { head: t.since, cell: (row) => <When at={row.set_at} /> },
          { head: t.note, cell: (row) => row.note ?? '–' },
        ]}
        rowKey={(row) => String(row.version)}
        rowLink={(row) => ({
          to: '/projects/$project/policy',
          params: { project },
          search: { version: String(row.version) },
        })}
        empty={t.noHistory}
      />
      {version !== undefined && (
        <VersionDialog
          project={project}
          version={version}
          onClose={() => void navigate({ search: ({ step }) => ({ step }) })}
        />
      )}
    </>
  );
}
