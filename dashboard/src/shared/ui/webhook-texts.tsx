// URLs and event names of webhooks, which break where a reader expects it.
import { Fragment } from 'react';
import classes from './text.module.css';

const AFTER_SIGN = /(?<=[/.?&=_:-])(?![/])/;

/** URLs and event names that break after punctuation, not within a word. */
export function Breaks({ text }: { readonly text: string }) {
  const parts = text.split(AFTER_SIGN);
  return parts.map((part, n) => (
    <Fragment key={parts.slice(0, n + 1).join('')}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Breaks after the object: `CoinWithdrawal.` `status_changed`; on a phone, after each word. */
export function EventName({ event }: { readonly event: string }) {
  const [type, ...rest] = event.split('.');
  const words = rest.join('.').split(/(?<=_)/);
  return rest.length === 0 ? (
    event
  ) : (
    <>
      {type}.<wbr />
      {words.map((word, n) => (
        <Fragment key={words.slice(0, n + 1).join('')}>
          {n > 0 && <wbr className={classes.phoneBreak} />}
          {word}
        </Fragment>
      ))}
    </>
  );
}

/** Shows the URL on one line, host first. The full URL is in the tooltip. */
export function Endpoint({ url }: { readonly url: string }) {
  return (
    <span className={classes.line} title={url}>
      {url.replace(/^https:\/\//, '')}
    </span>
  );
}
