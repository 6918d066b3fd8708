// An invoice's on-chain transactions with their sources, and its callbacks.
import { Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n.tsx';
import { CallbackTable, OnChainTable, TraceLink, traceOf } from '../../shared/trace.tsx';
import { QueryStatus } from '../../shared/ui/page.tsx';

interface Props {
  readonly project: string;
  /** The invoice's ID. */
  readonly id: string;
}

export function InvoiceTraces({ project, id }: Props) {
  const t = useTexts('trace');
  const trace = useQuery(traceOf('invoice', project, id));
  return (
    <>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{t.onChain}</Title>
          <TraceLink project={project} id={id} />
        </Group>
        <QueryStatus of={trace} what={t.onChain} />
        {trace.data !== undefined && <OnChainTable rows={trace.data.on_chain} />}
      </Stack>
      <Stack gap="sm">
        <Title order={2}>{t.callbacks}</Title>
        <CallbackTable type="invoice" project={project} id={id} />
      </Stack>
    </>
  );
}
