// The conditions of a rule in the policy form: each is a kind with its parts. A rule has each kind at most once.
import { Checkbox, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import {
  isKind,
  itemsOf,
  type KindName,
  kindNames,
  kinds,
  numberOf,
  type Part,
  partOf,
  partsOf,
  type RuleFields,
  withPart,
} from './rule-fields.ts';
import { Remove } from './stored-list.tsx';

type When = RuleFields['when'];

interface Props {
  readonly when: When;
  /** The currency of amounts. */
  readonly currency: string;
  /** The last condition of a rule that needs at least one cannot be removed. */
  readonly mayBeEmpty: boolean;
  readonly onChange: (when: When) => void;
}

export function Conditions({ when, currency, mayBeEmpty, onChange }: Props) {
  const t = useTexts('policy').form;
  const labels = useTexts('policy').kindLabels;
  const free = kindNames.filter((kind) => when.every(([name]) => name !== kind));
  const add = (kind: KindName) => onChange([...when, [kind, kinds[kind].initial]]);
  return (
    <Stack gap="xs" role="group" aria-label={t.conditions}>
      <Text fw={600}>{t.conditions}</Text>
      {when.map(([name, value], n) => (
        <Group key={name} align="flex-end" gap="sm">
          <Text w="100%">{isKind(name) ? labels[name] : name}</Text>
          {isKind(name) ? (
            partsOf(name).map((part) => (
              <PartInput
                key={part.name}
                part={part}
                currency={currency}
                value={partOf(value, part)}
                onChange={(changed) =>
                  onChange(when.with(n, [name, withPart(value, part, changed)]))
                }
              />
            ))
          ) : (
            <Text size="sm">
              <Code>{JSON.stringify(value)}</Code> {t.asWritten}
            </Text>
          )}
          {(when.length > 1 || mayBeEmpty) && (
            <Remove
              label={t.removeCondition({ what: isKind(name) ? labels[name] : name })}
              onClick={() => onChange(when.toSpliced(n, 1))}
            />
          )}
        </Group>
      ))}
      <NativeSelect
        label={t.addCondition}
        value=""
        data={[
          { value: '', label: t.choose },
          ...free.map((value) => ({ value, label: labels[value] })),
        ]}
        onChange={(event) => {
          const kind = event.currentTarget.value;
          if (isKind(kind)) add(kind);
        }}
      />
    </Stack>
  );
}

interface PartProps {
  readonly part: Part;
  readonly currency: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** An omitted part has the service's default: every day, or the project. */
function PartInput({ part, currency, value, onChange }: PartProps) {
  const { form, choices = [] } = part;
  const labels = useTexts('policy').partLabels;
  const choiceLabels: Readonly<Record<string, string>> = useTexts('policy').choiceLabels;
  const label = labels[part.name === null ? nameOf(form) : (part.name as keyof typeof labels)];
  const options = choices.map((choice) => ({
    value: choice,
    label: choiceLabels[choice] ?? choice,
  }));
  if (form === 'choice')
    return (
      <NativeSelect
        label={label}
        data={options}
        value={typeof value === 'string' ? value : choices[0]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (form === 'choices') {
    const chosen = Array.isArray(value) ? value : choices;
    const toggled = (name: string) =>
      choices.filter((choice) => chosen.includes(choice) !== (choice === name));
    return (
      <Group gap="sm" role="group" aria-label={label}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            {...option}
            checked={chosen.includes(option.value)}
            onChange={() => onChange(toggled(option.value))}
          />
        ))}
      </Group>
    );
  }
  if (form === 'list') return <ListInput label={label} value={value} onChange={onChange} />;
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  if (form === 'amount')
    return <AmountInput label={label} unit={currency} value={text} onChange={onChange} />;
  return (
    <TextInput
      label={label}
      value={text}
      inputMode={form === 'number' ? 'numeric' : 'text'}
      onChange={(event) => {
        const text = event.currentTarget.value.trim();
        onChange(form === 'number' ? numberOf(text) : text);
      }}
    />
  );
}

function nameOf(form: Part['form']): 'amount' | 'hours' | 'which' {
  if (form === 'amount') return 'amount';
  return form === 'number' ? 'hours' : 'which';
}

interface ListProps {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (items: readonly string[]) => void;
}

/** Keeps the typed text as long as it represents the same list. */
function ListInput({ label, value, onChange }: ListProps) {
  const t = useTexts('policy').form;
  const said = Array.isArray(value) ? value.map(String).join(', ') : '';
  const [typed, setTyped] = useState(said);
  return (
    <TextInput
      label={`${label} (${t.withCommas})`}
      value={itemsOf(typed).join(', ') === said ? typed : said}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(itemsOf(event.currentTarget.value));
      }}
    />
  );
}
