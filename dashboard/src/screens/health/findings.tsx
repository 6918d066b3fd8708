// The doctor's findings: problems first, each with what to do and where; then advice; the rest is folded.
import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  type FindingStyle,
  findingAdvice,
  findingReport,
  findingTitle,
} from '../../../../server/src/core/texts/finding-text.ts';
import { type AlertKind, useKindText } from '../../shared/alert-kinds.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { refusalOf } from '../../shared/code-texts.ts';
import { checkStatus } from '../../shared/further-statuses.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useInvariantText } from '../../shared/invariants.ts';
import { useAwayCause } from '../../shared/reason-texts.ts';
import { Status } from '../../shared/statuses.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import text from '../../shared/ui/text.module.css';
import { moneyText, useTimeText } from '../../shared/ui/values.tsx';
import { linksOf } from './finding-links.ts';
import classes from './health.module.css';

export type Finding = OperatorApi['doctor']['output'][number];

function useFindingText() {
  const { locale } = useLanguage();
  const kindText = useKindText();
  const invariant = useInvariantText();
  const awayCause = useAwayCause();
  const style: FindingStyle = {
    texts: useTexts('doctor'),
    locale,
    time: useTimeText(),
    amount: (amount) => amountText(amount, locale),
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
function amountText(given: string, locale: string): string {
  const [, amount, currency] = AMOUNT.exec(given) ?? [];
  if (amount === undefined || currency === undefined) return refusalOf(given);
  return moneyText(locale, { amount, currency });
}

export function Findings({ found }: { readonly found: readonly Finding[] }) {
  const t = useTexts('health');
  const wrong = found.filter(({ ok }) => !ok);
  const advised = found.filter(({ ok, hint }) => ok && hint !== null);
  const fine = found.filter(({ ok, hint }) => ok && hint === null);
  return (
    <>
      {wrong.length === 0 ? (
        <Text className={classes.allFine ?? ''}>
          <Icon name="check" size={16} /> {t.allFine({ count: found.length })}
        </Text>
      ) : (
        <FindingCards title={t.wrong({ count: wrong.length })} of={wrong} />
      )}
      {advised.length > 0 && <FindingCards title={t.advised} of={advised} />}
      <Fine of={fine} />
    </>
  );
}

const keyOf = ({ check, text: reported }: Finding) => `${check} ${reported}`;

interface CardsProps {
  readonly title: string;
  readonly of: readonly Finding[];
}

function FindingCards({ title, of }: CardsProps) {
  return (
    <Stack gap="sm">
      <Title order={2}>{title}</Title>
      {of.map((finding) => (
        <FindingCard key={keyOf(finding)} finding={finding} />
      ))}
    </Stack>
  );
}

function FindingCard({ finding }: { readonly finding: Finding }) {
  const { title, reported, advice } = useFindingText()(finding);
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group gap="sm" mb="xs">
        <Title order={3} className={text.breaks ?? ''}>
          {title}
        </Title>
        {!finding.ok && <Status of={checkStatus} value="wrong" />}
      </Group>
      {reported !== null && <Text className={text.breaks ?? ''}>{reported}</Text>}
      {advice !== null && (
        <Text fw={600} className={text.breaks ?? ''}>
          {advice}
        </Text>
      )}
      <NextLinks code={finding.code} />
    </Paper>
  );
}

function NextLinks({ code }: Pick<Finding, 'code'>) {
  const t = useTexts('health');
  const { areas } = useTexts('common');
  const { screen, guide } = linksOf(code);
  if (screen === null && guide === null) return null;
  return (
    <Group gap="md" mt="xs">
      {screen !== null && (
        <Link to={screen.to}>{t.openScreen({ screen: areas[screen.label] })}</Link>
      )}
      {guide !== null && (
        <Anchor href={guide} inherit>
          {t.openGuide}
        </Anchor>
      )}
    </Group>
  );
}

function Fine({ of }: { readonly of: readonly Finding[] }) {
  const t = useTexts('health');
  const findingText = useFindingText();
  return (
    <details className={classes.fold}>
      <summary>
        <Title order={2}>{t.fine({ count: of.length })}</Title>
      </summary>
      <RowsTable
        label={t.fine({ count: of.length })}
        rows={of}
        rowKey={keyOf}
        columns={[
          { head: t.check, cell: (row) => <strong>{findingText(row).title}</strong> },
          {
            head: t.found,
            isText: true,
            cell: (row) => findingText(row).reported ?? <Status of={checkStatus} value="fine" />,
          },
        ]}
      />
    </details>
  );
}
