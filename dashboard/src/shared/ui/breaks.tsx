// Addresses of the web and names of events: where a line is too short for one it breaks after a sign of theirs, not in the
// middle of a word.
import { Fragment } from 'react';

const AFTER_SIGN = /(?<=[/.?&=_:-])(?![/])/;

export function Breaks({ text }: { readonly text: string }) {
  const parts = text.split(AFTER_SIGN);
  return parts.map((part, n) => (
    <Fragment key={parts.slice(0, n + 1).join('')}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
