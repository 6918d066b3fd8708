// Adds an alert destination. Its kind determines the fields.
import { NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { operator } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { languages, useLanguage, useTexts } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import type { AddedDestination, Destination } from './queries.ts';
import { repeatText } from './repeat.ts';

type Kind = Destination['kind'];

const KINDS: readonly Kind[] = ['mail', 'webhook', 'slack', 'telegram'];
const NEEDS: Readonly<Record<Kind, readonly ('to' | 'secret')[]>> = {
  mail: ['to'],
  webhook: ['secret'],
  slack: ['secret'],
  telegram: ['to', 'secret'],
};
/** In minutes. 0: never. */
const REPEATS = [15, 60, 240, 0];

interface Props {
  readonly onDone: (added: AddedDestination) => void;
  readonly onClose: () => void;
}

export function DestinationDialog({ onDone, onClose }: Props) {
  const t = useTexts('alerts-page');
  const names = useTexts('alerts-page').destinationKinds;
  const { language } = useLanguage();
  const [values, setValues] = useState({
    kind: 'mail' as Kind,
    name: '',
    to: '',
    secret: '',
    language,
    repeat: '60',
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { kind } = values;
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setValues((before) => ({ ...before, [name]: value })),
  });
  const work = useAction({
    run: () => {
      const { to, secret, repeat, ...rest } = values;
      const needed = {
        ...(NEEDS[kind].includes('to') && { to }),
        ...(NEEDS[kind].includes('secret') && { secret }),
      };
      return operator(
        'alerts.destinations.add',
        { ...rest, ...needed, repeat_minutes: REPEATS.find((minutes) => repeat === `${minutes}`) },
        { confirms: t.addConfirms({ name: values.name }) },
      );
    },
    onDone,
    onFailed: (error) => setErrors(fieldErrors(error)),
  });
  return (
    <FormDialog
      title={t.add}
      action={t.addAction}
      work={work}
      onSubmit={() => work.start(undefined)}
      onClose={onClose}
    >
      <NativeSelect
        label={t.destinationKind}
        data={KINDS.map((value) => ({ value, label: names[value] }))}
        {...field('kind')}
      />
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        maxLength={100}
        data-autofocus
        {...field('name')}
      />
      {NEEDS[kind].includes('to') && (
        <TextInput
          label={kind === 'mail' ? t.address : t.chat}
          type={kind === 'mail' ? 'email' : 'text'}
          required
          {...field('to')}
        />
      )}
      {NEEDS[kind].includes('secret') && (
        <TextInput
          type="password"
          label={kind === 'telegram' ? t.token : t.url}
          description={t.secretHint}
          required
          autoComplete="off"
          {...field('secret')}
        />
      )}
      <NativeSelect
        label={t.language}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        {...field('language')}
      />
      <NativeSelect
        label={t.repeated}
        description={t.repeatHint}
        data={REPEATS.map((minutes) => ({ value: `${minutes}`, label: repeatText(minutes, t) }))}
        {...field('repeat')}
      />
    </FormDialog>
  );
}
