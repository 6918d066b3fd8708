// A filter by days of the calendar, in the zone of who looks.
import { TextInput } from '@mantine/core';
import { chosenZone, momentIn } from '../zone.ts';

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

/** The first moment of a day; undefined for what is none. */
export const dayStart = (day: string | undefined) => momentOf(day, '00:00:00.000');

/** The last one. */
export const dayEnd = (day: string | undefined) => momentOf(day, '23:59:59.999');

function momentOf(day: string | undefined, time: string): string | undefined {
  const zone = chosenZone();
  const moment =
    zone === null ? new Date(`${day ?? ''}T${time}`) : momentIn(zone, `${day ?? ''}T${time}Z`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
