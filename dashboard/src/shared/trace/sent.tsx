// A callback's event and endpoint, formatted for a table.
import classes from '../ui/text.module.css';

/** Breaks after the first word only: `CoinWithdrawal.` `status_changed`. */
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

/** Shows the URL on one line, host first. The full URL is in the tooltip. */
export function Endpoint({ url }: { readonly url: string }) {
  return (
    <span className={classes.line} title={url}>
      {url.replace(/^https:\/\//, '')}
    </span>
  );
}
