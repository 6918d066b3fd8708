// Outbound transports: HTTP POST under the rules of callbacks, and the mail server.
import type { App } from '../app.ts';
import { guardedPost } from '../events/guarded-post.ts';
import { smtpMailer } from '../mails/mailer.ts';
import type { Transports } from './kinds/kind.ts';

export function transportsOf({ config }: Pick<App, 'config'>): Transports {
  const { rules, callbackAllow, smtpUrl, mailFrom } = config;
  const options = {
    allowLoopback: rules.plainCallbacks,
    allowHttp: rules.plainCallbacks,
    allowRanges: callbackAllow,
  };
  const hasMail = smtpUrl !== null && mailFrom !== null;
  return {
    post: (post) => guardedPost(post, options),
    mailer: hasMail ? smtpMailer({ url: smtpUrl, from: mailFrom }) : null,
  };
}
