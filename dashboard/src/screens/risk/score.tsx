// Assesses an address as the source of a deposit.
import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { useRiskText } from '../../shared/ui/risk.tsx';

export function Score() {
  const t = useTexts('risk');
  const riskText = useRiskText();
  const [currency, setCurrency] = useState('BTC');
  const [address, setAddress] = useState('');
  const [risk, setRisk] = useState<OperatorApi['risk.score']['output']>();
  const work = useAction({
    run: () => operator('risk.score', { currency: currency.trim(), address: address.trim() }),
    onDone: setRisk,
    onFailed: () => setRisk(undefined),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    work.start(undefined);
  };
  return (
    <Card withBorder>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Title order={2}>{t.score}</Title>
          <Group align="flex-end" gap="sm">
            <TextInput
              label={t.coin}
              value={currency}
              onChange={(event) => setCurrency(event.currentTarget.value)}
              w={90}
              required
            />
            <TextInput
              label={t.anAddress}
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              style={{ flex: '1 1 14rem' }}
              spellCheck={false}
              required
            />
            <Button type="submit" variant="default" loading={work.isPending}>
              {t.scoreAction}
            </Button>
          </Group>
          {work.isError && <Failed error={work.error} />}
          {risk !== undefined && (
            <Text role="status" fw={600}>
              {riskText(risk)}
            </Text>
          )}
        </Stack>
      </form>
    </Card>
  );
}
