// A filter by calendar days, in the person's time zone.
import { TextInput } from '@mantine/core';
import { dayEndIn, dayStartIn, shownZone } from '../zone.ts';

interface Props {
  readonly label: string;
  /** `2026-11-23`. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

export function DayFilter({ label, value = '', onChange }: Props) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={(event) => {
        const day = event.currentTarget.value;
        onChange(day === '' ? undefined : day);
      }}
    />
  );
}

/** The start of a day. Undefined for invalid input. */
export const dayStart = (day: string | undefined) => momentOf(day, dayStartIn);

/** The end of a day. */
export const dayEnd = (day: string | undefined) => momentOf(day, dayEndIn);

function momentOf(day: string | undefined, momentIn: typeof dayStartIn): string | undefined {
  const moment = momentIn(shownZone(), day ?? '');
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
}
