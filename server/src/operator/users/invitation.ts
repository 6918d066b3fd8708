// The link for a person's first sign-in, or for a new one after they lost their keys. It is emailed if possible, and
// then hidden from its creator: anyone who sees a link counts as the person who signs in with it.
import type { Actor } from '../../contract/operator/operation.ts';
import type { Tx } from '../../db/tx.ts';
import { insistOnInvitationCaps } from '../../mails/caps.ts';
import { queueMailToPerson } from '../../mails/to-people.ts';
import { invitationMail } from '../../people/invitation-mail.ts';
import { addLink, endLinksOf, INVITATION_LASTS, type SignInLink } from '../../people/links.ts';
import { findUser, type UserRow } from '../../people/users.ts';
import { timeOf } from '../present.ts';

/** Earlier links become invalid, because one may have been intercepted. */
export async function invite(tx: Tx, user: UserRow, actor: Actor) {
  const { id, name } = user;
  await endLinksOf(tx, id);
  const mailed = await mailLink(tx, user, actor);
  // The CLI also shows its own link. Opening that one confirms no email address.
  const isShown = mailed === null || actor.kind === 'system_user';
  const made = isShown ? await showLink(tx, id, actor) : mailed;
  return {
    ...{ user_id: id, name, link: isShown ? made.url : null, mailed: mailed !== null },
    expires_at: timeOf(made.expiresAt),
  };
}

function showLink(tx: Tx, userId: string, actor: Actor): Promise<SignInLink> {
  return addLink(tx.instance, tx, { userId, lasts: INVITATION_LASTS, shownTo: actor.userId });
}

/** Null without a mail server or an address. Errors: 429 `rate_limit_exceeded`. */
async function mailLink(tx: Tx, user: UserRow, { userId }: Actor): Promise<SignInLink | null> {
  const { id, name, email } = user;
  if (email === null || tx.instance.config.smtpUrl === null) return null;
  await insistOnInvitationCaps(tx, { to: email, madeBy: userId });
  const language = user.language ?? (userId && (await findUser(tx, userId))?.language) ?? null;
  const made = await addLink(tx.instance, tx, {
    userId: id,
    lasts: INVITATION_LASTS,
    mailedTo: email,
  });
  const { url: link, expiresAt } = made;
  const mail = invitationMail({ name, email, language, link, expiresAt });
  await queueMailToPerson(tx, mail, { userId: id, madeBy: userId });
  return made;
}
