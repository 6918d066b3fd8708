// Filters of a list. What they are set to is in the address, so that a link, and the way back, show the same.
import { NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../texts.ts';
import classes from './text.module.css';

export function Filters({ children }: { readonly children: ReactNode }) {
  return <search className={classes.filters}>{children}</search>;
}

interface TextProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly placeholder?: string;
  /** With the text when it was typed to its end (Enter, or the field is left); undefined: no filter. */
  readonly onChange: (value: string | undefined) => void;
}

export function TextFilter({ label, value = '', placeholder = '', onChange }: TextProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = (event?: FormEvent) => {
    event?.preventDefault();
    const wanted = text.trim();
    if (wanted !== value) onChange(wanted === '' ? undefined : wanted);
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
  /** What it is called when nothing is chosen. */
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
