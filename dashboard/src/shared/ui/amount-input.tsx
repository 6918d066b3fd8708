// An input for an amount in any locale's format. Its value is plain decimal text, and empty while the input is invalid
// or ambiguous, so that the form cannot be submitted. The parsed amount is shown in full below it.
import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { amountProblem, fullAmount, isAmbiguous, plainAmount, writtenIn } from '../amounts.ts';
import { useLanguage, useTexts } from '../i18n.tsx';

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
  // The value was changed by the caller.
  const text = plainAmount(typed) === value ? typed : writtenIn(locale, value);
  const problem = text.trim() === '' ? null : amountProblem(text, locale, t);
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem]);
  // An invalid amount is reported when the person leaves the field or submits the form, not while they type. A rejected
  // form moves the focus back to the field, where the report stays until the text changes.
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
          setLeft(false);
          onChange(plainAmount(changed));
        }}
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
