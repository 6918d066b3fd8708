// URLs and event names that break after punctuation, not within a word.
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
