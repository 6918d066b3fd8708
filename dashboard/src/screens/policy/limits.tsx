// The usage of each limit in its current window, with the largest users.
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n.tsx';
import { Loaded } from '../../shared/ui/page.tsx';
import { Money } from '../../shared/ui/values.tsx';
import classes from './policy.module.css';
import { type Limit, limitsUsed } from './queries.ts';

export function Limits({ project }: { readonly project: string }) {
  const t = useTexts('policy').limits;
  return (
    <>
      <Title order={2}>{t.title}</Title>
      <Loaded query={useQuery(limitsUsed(project))} what={t.title}>
        {(limits) =>
          limits.length === 0 ? (
            <Text c="dimmed">{t.none}</Text>
          ) : (
            <Stack gap="sm">
              {limits.map((limit) => (
                <LimitCard key={`${limit.rule} ${limit.hours} ${limit.per}`} limit={limit} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

function LimitCard({ limit }: { readonly limit: Limit }) {
  const t = useTexts('policy').limits;
  const { rule, hours, per, limit: sum, limit_count: count } = limit;
  const whole = sum === null ? t.withdrawals({ count: count ?? 0 }) : <Money {...sum} />;
  return (
    <Card withBorder>
      <Title order={3} size="md">
        {rule}
      </Title>
      <Text c="dimmed" size="sm">
        {whole} · {t.window({ count: hours })} · {t[per]}
      </Text>
      {limit.used.length === 0 && <Text mt="xs">{t.unused}</Text>}
      <Stack gap="xs" mt="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {limit.used.map((used) => (
          <li key={used.of}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {used.of === ''
                  ? t[per === 'project' ? 'whole' : 'ofNone']
                  : (used.name ?? used.of)}
              </Text>
              <Text size="sm" fw={600}>
                {sum === null ? t.withdrawals({ count: used.count }) : <Money {...used.value} />}
                {used.percent !== null && ` · ${t.percent({ percent: used.percent })}`}
              </Text>
            </Group>
            <Bar percent={used.percent ?? 100} />
          </li>
        ))}
      </Stack>
    </Card>
  );
}

const FULL = 100;
const NEARLY = 80;

/** Shows the same value as the text next to it. */
function Bar({ percent }: { readonly percent: number }) {
  const tone = percent >= FULL ? 'bad' : percent >= NEARLY ? 'careful' : 'good';
  return (
    <div className={classes.bar ?? ''} aria-hidden="true">
      <div data-tone={tone} style={{ width: `${Math.min(percent, FULL)}%` }} />
    </div>
  );
}
