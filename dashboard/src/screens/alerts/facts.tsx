// The details of an alert: names and values by its kind, one per line.
import { Text } from '@mantine/core';
import { useNodeCause, useStopCause } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useInvariantText } from '../../shared/invariants.ts';
import { useAwayCause, usePayeeText, useQuarantineCause } from '../../shared/reason-texts.ts';
import { useTimeText } from '../../shared/ui/values.tsx';

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export function AlertFacts({ facts }: { readonly facts: Readonly<Record<string, unknown>> }) {
  const t = useTexts('alerts-page').facts;
  const { labelled } = useTexts('common');
  const time = useTimeText();
  const payeeText = usePayeeText();
  const nodeCause = useNodeCause();
  const stopCause = useStopCause();
  const awayText = useAwayCause();
  const invariantText = useInvariantText();
  const quarantineCause = useQuarantineCause();
  const causeText = (value: unknown) =>
    nodeCause(value) ?? stopCause(value) ?? quarantineCause(value, facts) ?? awayText(value, facts);
  const { refusal, ...others } = withoutRepeated(facts);
  const reason = payeeText(refusal);
  const said = reason === null ? others : { reason, ...others };
  const nameOf = (name: string) =>
    name in t ? t[name as keyof typeof t] : name.replaceAll('_', ' ');
  const textFor = (value: unknown) => {
    if (typeof value === 'string') return MOMENT.test(value) ? time(value) : value;
    if (typeof value === 'boolean') return value ? t.yes : t.no;
    return JSON.stringify(value);
  };
  const codeText = (name: string, value: unknown) => {
    if (name === 'cause') return causeText(value);
    return name === 'invariant' ? invariantText(String(value)) : null;
  };
  return Object.entries(said).map(([name, value]) => (
    <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {labelled({ label: nameOf(name), value: codeText(name, value) ?? textFor(value) })}
    </Text>
  ));
}

/** For an audit finding, the subject repeats its code and details, which have their own lines. */
function withoutRepeated(facts: Readonly<Record<string, unknown>>) {
  const { subject: _subject, ...others } = facts;
  return 'invariant' in facts ? others : facts;
}
