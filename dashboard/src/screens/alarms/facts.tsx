// What an alarm knows: names and values of its kind, each on a line of its own.
import { Text } from '@mantine/core';

export function AlarmFacts({ facts }: { readonly facts: Readonly<Record<string, unknown>> }) {
  return Object.entries(facts).map(([name, value]) => (
    <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {name.replaceAll('_', ' ')}: {typeof value === 'string' ? value : JSON.stringify(value)}
    </Text>
  ));
}
