// A field for an amount, typed as in any locale. Its value is plain decimal text, and empty as long as what was typed is
// no amount or can mean two: then the form cannot be submitted. What was read stands below the field, in full.
import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../i18n.tsx';
import { useTexts } from '../texts.ts';
import { amountProblem, fullAmount, isAmbiguous, plainAmount, writtenIn } from '../typed-amount.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'inputMode'> {
  readonly value?: string;
  /** The currency, or `%`. */
  readonly unit: string;
  readonly onChange: (plain: string) => void;
}

export function AmountInput({ value = '', unit, onChange, error, ...rest }: Props) {
  const { locale } = useLanguage();
  const t = useTexts('common').amounts;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => writtenIn(locale, value));
  const [isLeft, setLeft] = useState(false);
  // Another value came from outside of the field.
  const text = plainAmount(typed) === value ? typed : writtenIn(locale, value);
  const problem = text.trim() === '' ? null : amountProblem(text, locale, t);
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem]);
  // Who is still typing is told of what cannot be an amount when they leave the field.
  const isReported = isLeft || isAmbiguous(text);
  return (
    <div>
      <TextInput
        {...rest}
        ref={input}
        value={text}
        inputMode="decimal"
        autoComplete="off"
        error={(isReported ? problem : null) ?? error}
        onChange={(event) => {
          const { value: changed } = event.currentTarget;
          setTyped(changed);
          onChange(plainAmount(changed));
        }}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        onInvalid={() => setLeft(true)}
      />
      <Text size="xs" c="dimmed" mt={4} aria-live="polite">
        {problem === null && text.trim() !== '' && rest.readOnly !== true
          ? t.readAs({ amount: `${fullAmount(locale, value)} ${unit}`.trim() })
          : ''}
      </Text>
    </div>
  );
}
