// Filters of a list. Their values are in the URL, so that a link and the back button show the same list.
import { NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { TextSearch } from '../search.ts';
import { useTexts } from '../texts.ts';
import classes from './text.module.css';

export function Filters({ children }: { readonly children: ReactNode }) {
  return <search className={classes.filters}>{children}</search>;
}

interface TextProps<Name extends string> {
  /** All filters of the list. This one is called `name`. */
  readonly of: TextSearch<Name>;
  readonly name: Name;
  readonly label: string;
  readonly placeholder?: string;
  /** Called when the text is complete (Enter or blur). */
  readonly onChange: (changed: TextSearch<Name>) => void;
}

export function TextFilter<Name extends string>(props: TextProps<Name>) {
  const { of, name, label, placeholder = '', onChange } = props;
  const value = of[name] ?? '';
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = (event?: FormEvent) => {
    event?.preventDefault();
    const wanted = text.trim();
    if (wanted !== value)
      onChange({ [name]: wanted === '' ? undefined : wanted } as TextSearch<Name>);
  };
  return (
    <form onSubmit={commit}>
      <TextInput
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => commit()}
      />
    </form>
  );
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly { readonly value: V; readonly label: string }[];
  /** The label of the empty option. */
  readonly anyLabel?: string;
  readonly onChange: (value: V | undefined) => void;
}

export function ChoiceFilter<V extends string>(props: ChoiceProps<V>) {
  const t = useTexts('common');
  const { label, value, choices, anyLabel = t.any, onChange } = props;
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={[{ value: '', label: anyLabel }, ...choices]}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onChange(choices.find((choice) => choice.value === chosen)?.value);
      }}
    />
  );
}
