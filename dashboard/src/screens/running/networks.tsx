// The networks: how far each chain was read and by which nodes, current fees, and what to do when one is not synced.
import { Alert, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { refusalOf, useNodeCause } from '../../shared/code-texts.ts';
import { type NetworkStatus, networkStatus } from '../../shared/further-statuses.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { Status } from '../../shared/statuses.tsx';
import { Coin } from '../../shared/ui/coin.tsx';
import { Page, QueryStatus } from '../../shared/ui/page.tsx';
import { amountIn, Fact, Facts, Money, When } from '../../shared/ui/values.tsx';
import { type Network, networkList } from './queries.ts';

export function Networks() {
  const t = useTexts('running');
  const query = useQuery(networkList);
  const rank = (network: Network) => (statusOf(network) === 'read' ? 1 : 0);
  return (
    <Page title={t.networks}>
      <Text c="dimmed">{t.networksAbout}</Text>
      <QueryStatus of={query} what={t.networks} />
      {[...(query.data ?? [])]
        .sort((one, other) => rank(one) - rank(other))
        .map((network) => (
          <NetworkCard key={network.coin} network={network} />
        ))}
    </Page>
  );
}

/** On fast chains, a few blocks arrive between two polls. */
const BEHIND_MAX = 5;

function statusOf({
  ok,
  height,
  behind_blocks: behind,
  block_is_old: isOld,
}: Network): NetworkStatus {
  if (height === null) return 'not_yet';
  if (!ok) return 'silent';
  if (isOld) return 'old';
  return (behind ?? 0) > BEHIND_MAX ? 'behind' : 'read';
}

function NetworkCard({ network }: { readonly network: Network }) {
  const t = useTexts('running');
  const status = statusOf(network);
  const advice = {
    read: null,
    behind: t.doBehind,
    old: t.doOld,
    silent: t.doSilent,
    not_yet: t.doNotYet,
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={network.coin}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          <Coin code={network.coin} />
        </Title>
        <Status of={networkStatus} value={status} />
      </Group>
      {advice[status] !== null && (
        <Alert color={status === 'silent' ? 'red' : 'yellow'} mb="sm" role="note">
          {network.last_error !== null && (
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {t.labelled({
                label: t.failedLooks({ count: network.failed_looks }),
                value: refusalOf(network.last_error),
              })}
            </Text>
          )}
          <Text size="sm">{advice[status]}</Text>
        </Alert>
      )}
      {network.nodes.some(({ peers }) => peers === 0) && (
        <Alert color="yellow" mb="sm" role="note">
          {t.doPeers}
        </Alert>
      )}
      <NetworkFacts network={network} />
    </Paper>
  );
}

function NetworkFacts({ network }: { readonly network: Network }) {
  const t = useTexts('running');
  const causeText = useNodeCause();
  const { locale } = useLanguage();
  const { height, node_height: theirs, final_height: final, behind_blocks: behind } = network;
  const { fees, nodes, looked_at: lookedAt, block_at: blockAt } = network;
  const block = (number: number | null) =>
    number === null ? '–' : new Intl.NumberFormat(locale).format(number);
  return (
    <Facts>
      <Fact name={t.readUpTo}>{block(height)}</Fact>
      <Fact name={t.nodeHas}>
        {theirs === null ? (causeText(network.no_answer) ?? t.noAnswer) : block(theirs)}
      </Fact>
      <Fact name={t.behind}>{behind === null ? '–' : t.blocks({ count: behind })}</Fact>
      <Fact name={t.newestBlock}>{blockAt === null ? '–' : <When at={blockAt} />}</Fact>
      <Fact name={t.final}>{final === null ? null : block(final)}</Fact>
      <Fact name={t.looked}>{lookedAt === null ? '–' : <When at={lookedAt} />}</Fact>
      <Fact name={t.fees}>
        {fees === null ? (
          t.noFees
        ) : (
          <>
            {[fees.slow, fees.average]
              .map((fee) => `${amountIn(locale, fee, fees.currency)} / `)
              .join('')}
            <Money amount={fees.fast} currency={fees.currency} />
          </>
        )}
      </Fact>
      <Fact name={t.nodes}>
        {nodes.length === 0
          ? t.simulated
          : nodes.map((node) => <NodeLine key={node.node} of={node} block={block} />)}
      </Fact>
    </Facts>
  );
}

interface NodeLineProps {
  readonly of: Network['nodes'][number];
  readonly block: (height: number) => string;
}

/** A healthy standby node has no label. Its own message is shown if it is more specific than the cause. */
function NodeLine({ of: node, block }: NodeLineProps) {
  const t = useTexts('running');
  const causeText = useNodeCause();
  const { cause, height, behind_blocks: behind, peers } = node;
  const why =
    cause === null ? null : t.labelled({ label: t.notUsed, value: causeText(cause) ?? cause });
  const word = node.used ? t.used : why;
  const facts = [
    height === null ? null : t.atBlock({ height: block(height) }),
    (behind ?? 0) > 0 ? t.nodeBehind({ count: behind ?? 0 }) : null,
    peers === 0 ? t.noPeers : peers !== null && t.peers({ count: peers }),
  ].filter((fact) => typeof fact === 'string');
  return (
    <div>
      {node.node} {word !== null && `(${word})`}
      {facts.length > 0 && (
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      )}
      {(cause === 'silent' || cause === 'wrong_network') && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {refusalOf(node.not_used_because ?? '')}
        </Text>
      )}
    </div>
  );
}
