// Health of the whole instance: the doctor's findings, and the versions.
import { Button, Code, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type FindingStyle,
  findingAdvice,
  findingReport,
  findingTitle,
} from '../../../../server/src/core/texts/finding-text.ts';
import { type AlertKind, useKindText } from '../../shared/alert-kinds.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { refusalOf } from '../../shared/code-texts.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useInvariantText } from '../../shared/invariants.ts';
import { operatorQuery } from '../../shared/queries.ts';
import { useAwayCause } from '../../shared/reason-texts.ts';
import { checkStatus, Status } from '../../shared/statuses.tsx';
import { Loaded, Page } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { Fact, Facts, moneyText, useTimeText, When } from '../../shared/ui/values.tsx';

type Finding = OperatorApi['doctor']['output'][number];

function useFindingText() {
  const { locale } = useLanguage();
  const kindText = useKindText();
  const invariant = useInvariantText();
  const awayCause = useAwayCause();
  const style: FindingStyle = {
    texts: useTexts('doctor'),
    locale,
    time: useTimeText(),
    amount: (text) => amountText(text, locale),
    alert: (kind) => kindText(kind as AlertKind).is,
    away: (cause, about) => awayCause(cause, { about }) ?? about,
    rule: ({ invariant: code, project_id: id }) => `${invariant(code)} (${id ?? '–'})`,
  };
  return (finding: Finding) => ({
    title: findingTitle(finding, style),
    reported: finding.detail.code === 'fine' ? null : findingReport(finding, style),
    advice: finding.hint === null ? null : findingAdvice(finding, style),
  });
}

const AMOUNT = /^(-?\d+(?:\.\d+)?) ([A-Z0-9]{2,10}(?:\.[a-z0-9_-]+)?)$/;

/** `1234.5 EUR` as the reader writes it. Removes the error class name from a failure. */
function amountText(text: string, locale: string): string {
  const [, amount, currency] = AMOUNT.exec(text) ?? [];
  if (amount === undefined || currency === undefined) return refusalOf(text);
  return moneyText(locale, { amount, currency });
}

/** Expensive, so it is fetched when the screen opens and never refetched automatically. */
const findings = {
  ...operatorQuery(['health', 'doctor'], 'doctor', {}),
  refetchOnWindowFocus: false,
};

const versions = operatorQuery(['health', 'versions'], 'versions.show', {});

export function Health() {
  const t = useTexts('health');
  const findingText = useFindingText();
  const doctor = useQuery(findings);
  const again = (
    <Button variant="default" loading={doctor.isFetching} onClick={() => void doctor.refetch()}>
      {t.again}
    </Button>
  );
  return (
    <Page title={t.title} actions={again}>
      <Text c="dimmed">{t.about}</Text>
      <Loaded query={doctor} what={t.title}>
        {(found) => (
          <RowsTable
            label={t.title}
            rows={[...found].sort((one, other) => rank(one.ok) - rank(other.ok))}
            rowKey={({ check, text }) => `${check} ${text}`}
            columns={[
              { head: t.check, cell: (row) => <strong>{findingText(row).title}</strong> },
              {
                head: t.found,
                isText: true,
                cell: (row) => <Found ok={row.ok} {...findingText(row)} />,
              },
            ]}
          />
        )}
      </Loaded>
      <Title order={2}>{t.versions}</Title>
      <Versions />
    </Page>
  );
}

type FoundText = Omit<ReturnType<ReturnType<typeof useFindingText>>, 'title'>;

function Found({ ok, reported, advice }: FoundText & { readonly ok: boolean }) {
  return (
    <>
      <Status of={checkStatus} value={ok ? 'fine' : 'wrong'} /> {reported}
      {advice !== null && <Text fw={600}>{advice}</Text>}
    </>
  );
}

const rank = (isFine: boolean) => (isFine ? 1 : 0);

function Versions() {
  const t = useTexts('health');
  return (
    <Loaded query={useQuery(versions)} what={t.versions}>
      {({ chaintill, node, postgresql, migration, mode, network }) => (
        <Facts>
          <Fact name="Chaintill">
            {chaintill} ({mode}, {network})
          </Fact>
          <Fact name="Node.js">{node}</Fact>
          <Fact name="PostgreSQL">{postgresql}</Fact>
          <Fact name={t.migration}>
            {migration.number} <Code>{migration.name}</Code>, <When at={migration.applied_at} />
          </Fact>
        </Facts>
      )}
    </Loaded>
  );
}
