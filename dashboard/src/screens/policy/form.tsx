// A policy as a form: its rules in order, each with conditions and a decision. It reads and writes the same text that
// can be edited next to it.
import { Button, Card, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { currenciesToValueIn } from '../../shared/currencies.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { Conditions } from './conditions.tsx';
import classes from './policy.module.css';
import {
  actions,
  documentOf,
  type Fields,
  movedUp,
  numberOf,
  type PolicyFields,
  policyFields,
  type RuleFields,
  settingOf,
  textOf,
  withAction,
  withSetting,
  withText,
  withWhen,
} from './rule-fields.ts';
import { Remove, Small } from './stored-list.tsx';

interface Props {
  readonly document: string;
  readonly onChange: (document: string) => void;
}

export function PolicyForm({ document, onChange }: Props) {
  const t = useTexts('policy').form;
  const policy = policyFields(document);
  if (policy === null) return <Text c="dimmed">{t.noForm}</Text>;
  const rules = policy.rules.map(({ rule }) => rule);
  const write = (changed: readonly Fields[]) => onChange(documentOf(policy, changed));
  // The catch-all rule stays last.
  const hasRest = policy.rules.at(-1)?.when.length === 0;
  const end = rules.length - (hasRest ? 1 : 0);
  const names = rules.map((rule) => rule['name']);
  const added = {
    name: freeName(names, t.newRule),
    when: { amountAbove: '1000' },
    do: { hold: 1 },
  };
  return (
    <Stack gap="sm">
      <Settings of={policy} onChange={onChange} />
      {policy.rules.map((each, n) => (
        <RuleCard
          // biome-ignore lint/suspicious/noArrayIndexKey: names change while typing, and the fields are stateless.
          key={n}
          of={each}
          currency={settingOf(policy, 'currency')}
          number={n + 1}
          isLast={n === rules.length - 1}
          onChange={(rule) => write(rules.with(n, rule))}
          onUp={n > 0 && n < end ? () => write(movedUp(rules, n)) : null}
          onDown={n < end - 1 ? () => write(movedUp(rules, n + 1)) : null}
          onRemove={() => write(rules.toSpliced(n, 1))}
        />
      ))}
      <Group>
        <Button variant="default" onClick={() => write(rules.toSpliced(end, 0, added))}>
          {t.addRule}
        </Button>
      </Group>
    </Stack>
  );
}

const ZONES = Intl.supportedValuesOf('timeZone');

function Settings({ of, onChange }: { readonly of: PolicyFields } & Pick<Props, 'onChange'>) {
  const t = useTexts('policy').form;
  const [currency, zone] = [settingOf(of, 'currency'), settingOf(of, 'timeZone')];
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={t.currency}
        description={t.currencyHint}
        value={currency}
        data={[...new Set([...currenciesToValueIn, currency])]}
        onChange={(event) => onChange(withSetting(of, 'currency', event.currentTarget.value))}
      />
      <NativeSelect
        label={t.timeZone}
        description={t.timeZoneHint}
        value={zone}
        data={[...new Set(['UTC', ...ZONES, zone])]}
        onChange={(event) => onChange(withSetting(of, 'timeZone', event.currentTarget.value))}
      />
    </Group>
  );
}

function freeName(names: readonly unknown[], wanted: string): string {
  if (!names.includes(wanted)) return wanted;
  let n = 2;
  while (names.includes(`${wanted} ${n}`)) n += 1;
  return `${wanted} ${n}`;
}

interface CardProps {
  readonly of: RuleFields;
  readonly currency: string;
  readonly number: number;
  readonly isLast: boolean;
  readonly onChange: (rule: Fields) => void;
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
  readonly onRemove: () => void;
}

function RuleCard({ of: { rule, action, approvals, when }, ...props }: CardProps) {
  const { number, currency, isLast, onChange, onUp, onDown, onRemove } = props;
  const t = useTexts('policy').form;
  const [name, note] = [textOf(rule['name'] ?? ''), textOf(rule['note'] ?? '')];
  const isRest = isLast && when.length === 0;
  return (
    <Card withBorder component="section" aria-label={t.rule({ n: number })}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{t.rule({ n: number })}</Title>
          <Group gap="xs">
            {onUp !== null && <Small label={t.up({ name })} sign="↑" onClick={onUp} />}
            {onDown !== null && <Small label={t.down({ name })} sign="↓" onClick={onDown} />}
            {!isRest && <Remove label={t.removeRule({ name })} onClick={onRemove} />}
          </Group>
        </Group>
        <Group gap="sm" align="flex-end">
          {(['name', 'note'] as const).map((field) => (
            <TextInput
              key={field}
              className={classes.long ?? ''}
              label={t[field]}
              value={field === 'name' ? name : note}
              onChange={(event) => onChange(withText(rule, field, event.currentTarget.value))}
            />
          ))}
        </Group>
        {isRest ? (
          <Text>{t.always}</Text>
        ) : (
          <Conditions
            when={when}
            currency={currency}
            mayBeEmpty={isLast}
            onChange={(changed) => onChange(withWhen(rule, changed))}
          />
        )}
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label={t.decides}
            value={action}
            data={actions.map((value) => ({ value, label: t[value] }))}
            onChange={({ currentTarget }) => {
              const chosen = actions.find((each) => each === currentTarget.value) ?? 'hold';
              onChange(withAction(rule, chosen, approvals));
            }}
          />
          {action === 'hold' && (
            <TextInput
              label={t.approvals}
              inputMode="numeric"
              value={textOf(approvals ?? '')}
              onChange={({ currentTarget }) =>
                onChange(withAction(rule, 'hold', numberOf(currentTarget.value.trim())))
              }
            />
          )}
        </Group>
      </Stack>
    </Card>
  );
}
