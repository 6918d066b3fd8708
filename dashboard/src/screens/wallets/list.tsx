// The wallets side by side: balance, liabilities, number of UTXOs, pending work, and a top-up address.
import { Alert, Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useNodeCause } from '../../shared/code-texts.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Coin } from '../../shared/ui/coin.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { Page, QueryStatus } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import shared from '../../shared/ui/text.module.css';
import { CopyId, Fact, Facts, Money } from '../../shared/ui/values.tsx';
import {
  type Budget,
  type Pieces,
  type Size,
  signerShown,
  type TopUp,
  unknownTokens,
  type Wallet,
  walletList,
  walletReport,
  walletSizes,
} from './queries.ts';
import { Share, Sizes } from './sizes.tsx';
import classes from './wallets.module.css';

export function WalletList() {
  const t = useTexts('wallets');
  const query = useQuery(walletList);
  const report = useQuery(walletReport);
  const sizes = useQuery(walletSizes);
  const signer = useQuery(signerShown);
  const [filling, setFilling] = useState<string>();
  return (
    <Page title={t.title}>
      <Text c="dimmed">{t.about}</Text>
      <QueryStatus of={query} what={t.title} />
      {query.data?.map((wallet) => (
        <WalletCard
          key={wallet.coin}
          wallet={wallet}
          pieces={report.data?.find(({ coin }) => coin === wallet.coin)}
          sizes={sizes.data?.filter(({ coin }) => coin === wallet.coin) ?? []}
          budgets={signer.data?.budgets.filter(({ coin }) => coin === wallet.coin) ?? []}
          onTopUp={() => setFilling(wallet.coin)}
        />
      ))}
      <UnknownTokenList />
      {filling !== undefined && (
        <TopUpDialog coin={filling} onClose={() => setFilling(undefined)} />
      )}
    </Page>
  );
}

interface CardProps {
  readonly wallet: Wallet;
  readonly pieces: Pieces | undefined;
  readonly sizes: readonly Size[];
  readonly budgets: readonly Budget[];
  readonly onTopUp: () => void;
}

function WalletCard({ wallet, pieces, sizes, budgets, onTopUp }: CardProps) {
  const t = useTexts('wallets');
  const canTopUp = useCan('wallet.deposit-address');
  const { coin, waiting_for_coins: short, waiting_for_gas: gasless } = wallet;
  return (
    <Paper withBorder p="md" component="section" aria-label={coin}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          <Coin code={coin} />
        </Title>
        {canTopUp && (
          <Button size="xs" variant="default" onClick={onTopUp} aria-label={`${t.topUp} ${coin}`}>
            {t.topUp}
          </Button>
        )}
      </Group>
      {short > 0 && (
        <Alert color="red" mb="sm" role="note">
          {t.shortOfCoins({ count: short })} {t.doShort}
        </Alert>
      )}
      {gasless > 0 && (
        <Alert color="red" mb="sm" role="note">
          {t.shortOfGas({ count: gasless })} {t.doGas({ coin: wallet.gas?.coin ?? '' })}
        </Alert>
      )}
      <AtAGlance wallet={wallet} />
      <details className={classes.fold} open={(pieces?.no_answer ?? null) !== null}>
        <summary>
          {t.details}
          <VisuallyHidden> {coin}</VisuallyHidden>
        </summary>
        <Inside wallet={wallet} pieces={pieces} budgets={budgets} />
        <Sizes coin={coin} sizes={sizes} />
      </details>
    </Paper>
  );
}

/** Null while the node is unreachable, because the cost of spending a UTXO is then unknown. */
function smallOf(pieces: Pieces | undefined) {
  const { outputs, small = null, uneconomical = null } = pieces ?? {};
  if (outputs === undefined || small === null || uneconomical === null) return null;
  return { outputs, small, uneconomical };
}

/** What can be sent now, and whether what is held covers what is owed. */
function AtAGlance({ wallet }: Pick<CardProps, 'wallet'>) {
  const t = useTexts('wallets');
  const { coin, asset } = wallet;
  return (
    <Facts>
      <Fact name={t.ready} value={<Money amount={wallet.ready} currency={coin} />} />
      <Fact name={t.cover}>
        <Money amount={asset.owed} currency={asset.currency} /> {t.of}{' '}
        <Money amount={asset.held} currency={asset.currency} />
        <Share label={`${t.cover} ${coin}`} part={asset.owed} whole={asset.held} />
      </Fact>
      <Fact name={t.lowWaterMark}>
        {wallet.low_water_mark === null ? null : (
          <>
            <Money amount={wallet.low_water_mark} currency={coin} />{' '}
            {wallet.is_below_mark && (
              <span className={shared.status} data-tone="bad">
                {t.belowMark}
              </span>
            )}
          </>
        )}
      </Fact>
      <Fact name={t.declared}>
        {/^0(\.0*)?$/.test(asset.declared) ? null : (
          <Money amount={asset.declared} currency={asset.currency} />
        )}
      </Fact>
      <Fact name={t.waiting}>{wallet.waiting}</Fact>
    </Facts>
  );
}

function Inside({ wallet, pieces, budgets }: Omit<CardProps, 'onTopUp' | 'sizes'>) {
  const t = useTexts('wallets');
  const causeText = useNodeCause();
  const { coin, gas } = wallet;
  const small = smallOf(pieces);
  const oneInputCosts = pieces?.one_input_costs ?? null;
  const cause = causeText(pieces?.no_answer);
  const costUnknown = cause === null ? null : t.costUnknown({ cause });
  return (
    <Facts>
      <Fact name={t.reserved} value={<Money amount={wallet.reserved} currency={coin} />} />
      <Fact name={t.held} value={<Money amount={wallet.held} currency={coin} />} />
      <Fact name={t.pieces}>
        {wallet.pieces}
        {small !== null && (
          <>
            {' '}
            ({t.dear({ count: small.uneconomical })}, {t.small({ count: small.small })})
            <Share
              label={`${t.pieces} ${coin}`}
              part={`${small.uneconomical + small.small}`}
              whole={`${small.outputs}`}
            />
          </>
        )}
      </Fact>
      <Fact name={t.oneInput}>
        {oneInputCosts === null ? costUnknown : <Money amount={oneInputCosts} currency={coin} />}
      </Fact>
      <Fact name={t.gas}>
        {gas === null ? null : <Money amount={gas.amount} currency={gas.coin} />}
      </Fact>
      {budgets.map((budget) => (
        <Limit key={budget.budget} budget={budget} />
      ))}
    </Facts>
  );
}

function Limit({ budget: of }: { readonly budget: Budget }) {
  const t = useTexts('wallets').signer;
  const { labelled } = useTexts('common');
  const { coin, used, limit, per_transfer: most } = of;
  if (used === null || limit === null || most === null) return null;
  const name = of.budget === 'amounts' ? t.usedOfAmounts : t.usedOfFees;
  return (
    <Fact name={name}>
      <Money amount={used} currency={coin} /> {t.usedOf} <Money amount={limit} currency={coin} />
      <Share label={`${name} ${coin}`} part={used} whole={limit} />
      {labelled({ label: t.perTransfer, value: '' })}
      <Money amount={most} currency={coin} />
    </Fact>
  );
}

interface Props {
  readonly coin: string;
  readonly onClose: () => void;
}

function TopUpDialog({ coin, onClose }: Props) {
  const t = useTexts('wallets');
  const [found, setFound] = useState<TopUp>();
  const work = useAction({
    run: () =>
      operator('wallet.deposit-address', { coin }, { confirms: t.topUpConfirms({ coin }) }),
    onDone: setFound,
  });
  return (
    <FormDialog
      title={`${t.topUp} ${coin}`}
      action={found === undefined ? t.showAddress : t.done}
      work={work}
      onSubmit={() => {
        if (found === undefined) work.start(undefined);
        else onClose();
      }}
      onClose={onClose}
    >
      <Text>{t.topUpWhat({ coin })}</Text>
      {found !== undefined && (
        <Stack gap="sm">
          <img
            className={shared.code}
            src={`data:image/svg+xml,${encodeURIComponent(found.qr_svg)}`}
            alt={t.code({ address: found.address })}
          />
          <CopyId value={found.address} label={t.address} isWhole />
        </Stack>
      )}
    </FormDialog>
  );
}

/** Renders nothing while there are none. */
function UnknownTokenList() {
  const t = useTexts('wallets');
  const query = useQuery(unknownTokens);
  if (query.isError) return <QueryStatus of={query} what={t.unknownTokenTitle} />;
  const { arrivals = [], omitted = [] } = query.data ?? {};
  if (arrivals.length + omitted.length === 0) return null;
  const id = (label: string, value: string | null) =>
    value !== null && <CopyId value={value} label={label} />;
  return (
    <Paper withBorder p="md" component="section" aria-label={t.unknownTokenTitle}>
      <Title order={2} size="h3" mb="sm">
        {t.unknownTokenTitle}
      </Title>
      <Text c="dimmed">{t.unknownTokenAbout}</Text>
      <RowsTable
        label={t.unknownTokenTitle}
        rows={arrivals}
        rowKey={({ coin, txid, contract, address }) => [coin, txid, contract, address].join(' ')}
        columns={[
          { head: t.time, time: ({ seen_at: at }) => at },
          { head: t.network, cell: ({ coin }) => coin },
          { head: t.contract, cell: ({ contract }) => id(t.contract, contract) },
          { head: t.unknownTokenAmount, isAmount: true, cell: ({ amount }) => amount },
          {
            head: t.unknownTokenAddress,
            cell: ({ address }) => id(t.unknownTokenAddress, address),
          },
          { head: t.transaction, cell: ({ txid }) => id(t.transaction, txid) },
          { head: t.project, cell: ({ project_id: project }) => id(t.project, project) },
        ]}
      />
      {omitted.map(({ coin, day, arrivals: more }) => (
        <Text key={`${coin} ${day}`} size="sm">
          {day}, {coin}, {t.more({ count: more })}
        </Text>
      ))}
    </Paper>
  );
}
