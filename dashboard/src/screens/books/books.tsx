// The ledger of all projects: whether liabilities are covered, the declared external holdings, and the audit.
import { Alert, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useFieldText } from '../../shared/field-text.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useInvariantText } from '../../shared/invariants.ts';
import { operatorList, operatorQuery } from '../../shared/queries.ts';
import { useCan, useProjectName } from '../../shared/session.ts';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { DialogButton } from '../../shared/ui/buttons.tsx';
import { Coin } from '../../shared/ui/coin.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Empty, Page, QueryStatus } from '../../shared/ui/page.tsx';
import { amountColumn, RowsTable } from '../../shared/ui/tables.tsx';
import { Money, moneyText, When } from '../../shared/ui/values.tsx';

const SOLVENCY = ['books', 'solvency'] as const;
const solvency = operatorQuery([...SOLVENCY, 'positions'], 'solvency.show', {});
const declarationList = operatorList([...SOLVENCY, 'declarations'], 'solvency.holdings', {});

export function Books() {
  const t = useTexts('books');
  const declare = useCan('solvency.record-holding') && (
    <DialogButton label={t.declare}>
      {(onClose) => <DeclareDialog onClose={onClose} />}
    </DialogButton>
  );
  return (
    <Page title={t.title} actions={declare}>
      <Title order={2}>{t.audit}</Title>
      <Audit />
      <Title order={2}>{t.solvency}</Title>
      <Text c="dimmed">{t.solvencyAbout}</Text>
      <Solvency />
      <Title order={2}>{t.declarations}</Title>
      <ListTable
        label={t.declarations}
        list={declarationList}
        columns={[
          { head: t.when, time: ({ declared_at: at }) => at },
          { head: t.amount, money: (row) => row },
          { head: t.reason, cell: ({ reason }) => reason },
        ]}
        empty={t.noDeclarations}
      />
    </Page>
  );
}

/** Liabilities by currency, and what covers them: wallets, and declared external holdings. */
function Solvency() {
  const t = useTexts('books');
  const query = useQuery(solvency);
  if (!query.isSuccess) return <QueryStatus of={query} what={t.solvency} />;
  const { positions, rest } = query.data;
  return (
    <>
      {positions.length === 0 ? (
        <Empty text={t.nothingOwed} />
      ) : (
        <RowsTable
          label={t.solvency}
          rows={positions}
          rowKey={({ currency }) => currency}
          columns={[
            { head: t.currency, cell: ({ currency }) => <Coin code={currency} /> },
            amountColumn(t.owed, 'owed'),
            amountColumn(t.inWallets, 'held'),
            amountColumn(t.declared, 'declared'),
            amountColumn(t.rest, 'rest'),
          ]}
        />
      )}
      <Text>
        {t.labelled({ label: t.whenPaidOut, value: '' })}
        {rest === null ? t.noRates : <Money {...rest} />}
      </Text>
    </>
  );
}

/** Declares the external holdings of a currency, replacing the previous declaration. */
function DeclareDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts('books');
  const { locale } = useLanguage();
  const [amount, setAmount] = useState('');
  const [typed, setTyped] = useState('EUR');
  const currency = typed.trim().toUpperCase();
  return (
    <ConfirmDialog
      title={t.declare}
      action={t.declareAction}
      wantsReason
      run={(reason) => {
        const value = moneyText(locale, { amount, currency });
        const confirms = t.labelled({ label: t.declare, value });
        return operator('solvency.record-holding', { amount, currency, reason }, { confirms });
      }}
      refreshes={[SOLVENCY]}
      onClose={onClose}
    >
      {() => (
        <>
          <Text>{t.declareWhat}</Text>
          <AmountInput
            label={t.amount}
            description={t.amountHint}
            value={amount}
            unit={currency}
            onChange={setAmount}
            required
          />
          <TextInput
            label={t.currency}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            required
          />
        </>
      )}
    </ConfirmDialog>
  );
}

type Audited = OperatorApi['books.show']['output'];

/** The audit's findings are alerts. */
const audited = operatorQuery(['alert', 'books'], 'books.show', {});

function Audit() {
  const t = useTexts('books');
  const query = useQuery(audited);
  if (!query.isSuccess) return <QueryStatus of={query} what={t.audit} />;
  const { projects, found } = query.data;
  return (
    <>
      <Text c="dimmed">{t.auditAbout}</Text>
      {found.length === 0 ? <Text>{t.nothingFound}</Text> : <Found of={query.data} />}
      <Text>
        {t.labelled({ label: t.whole, value: '' })}
        <Whole whole={query.data.whole} />
      </Text>
      <RowsTable
        label={t.proven}
        rows={projects}
        rowKey={({ project_id: id }) => id}
        columns={[
          { head: t.project, cell: ({ project }) => <strong>{project}</strong> },
          { head: t.provenAt, time: ({ proven_at: at }) => at, none: t.notYet },
          { head: t.thisRound, cell: ({ is_due: isDue }) => (isDue ? t.due : t.done) },
        ]}
      />
      {query.data.has_more_projects && <Text c="dimmed">{t.moreProjects}</Text>}
    </>
  );
}

function Whole({ whole }: Pick<Audited, 'whole'>) {
  const t = useTexts('books');
  if (whole === null) return t.neverUsed;
  if (whole.ended_at === null) return t.notEnded;
  return (
    <>
      <When at={whole.ended_at} />, {t.counted({ count: whole.found })}
    </>
  );
}

function Found({ of: { found, has_more_found: hasMore } }: { readonly of: Audited }) {
  const t = useTexts('books');
  const textOf = useInvariantText();
  const fieldText = useFieldText();
  const nameOf = useProjectName();
  return (
    <>
      <Alert color="red" role="note">
        {t.doFound}
      </Alert>
      <RowsTable
        label={t.wrong}
        rows={found}
        rowKey={({ alert_id: id }) => id}
        columns={[
          {
            head: t.project,
            cell: ({ project_id: id }) => (id === null ? t.ownCoins : nameOf(id)),
          },
          { head: t.invariant, cell: ({ invariant }) => <strong>{textOf(invariant)}</strong> },
          {
            head: t.where,
            cell: ({ facts }) =>
              Object.entries(facts).map(([name, value]) => (
                <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {t.labelled({ label: fieldText(name), value: '' })}
                  {typeof value === 'string' ? value : JSON.stringify(value)}
                </Text>
              )),
          },
          { head: t.foundAt, time: ({ found_at: at }) => at },
        ]}
      />
      {hasMore && <Text c="dimmed">{t.moreFound}</Text>}
    </>
  );
}
