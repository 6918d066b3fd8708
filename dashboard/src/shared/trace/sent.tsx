// What a callback tells, and where it goes, as a table has room for it.
import classes from '../ui/text.module.css';

/** Breaks after its first word alone: `CoinWithdrawal.` `status_changed`. */
export function EventName({ event }: { readonly event: string }) {
  const [type, ...rest] = event.split('.');
  return rest.length === 0 ? (
    event
  ) : (
    <>
      {type}.<wbr />
      {rest.join('.')}
    </>
  );
}

/** In one line, the host first, and all of it for who points at it. */
export function Endpoint({ url }: { readonly url: string }) {
  return (
    <span className={classes.line} title={url}>
      {url.replace(/^https:\/\//, '')}
    </span>
  );
}
