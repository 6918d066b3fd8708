// A person's selection of the email notifications that they may receive.
import type { noticeOperations } from '../contract/people/notices.ts';
import { invalid, rule } from '../core/errors.ts';
import { chooseNotices, chosenNotices, noticesFor } from '../people/notices.ts';
import type { Person } from './person.ts';
import { signedIn } from './sign-in.ts';
import type { PeopleHandlersOf } from './visitor.ts';

export const noticeHandlers: PeopleHandlersOf<typeof noticeOperations> = {
  async 'me.notices'({ db, config }, _input, visitor) {
    const person = signedIn(visitor);
    const [offered, chosen] = [offeredTo(person), await chosenNotices(db, person.user.id)];
    const { email, email_confirmed_at: confirmed } = person.user;
    return {
      ...{ email: confirmed === null ? null : email, is_mail_set_up: config.smtpUrl !== null },
      ...{ offered: [...offered], chosen: chosen.filter((kind) => offered.includes(kind)) },
    };
  },
  async 'me.choose-notices'(app, { kinds }, visitor) {
    const person = signedIn(visitor);
    const offered = offeredTo(person);
    if (kinds.some((kind) => !offered.includes(kind)))
      throw invalid(rule.oneOf('kinds', [...offered]));
    await chooseNotices(app, person.user.id, kinds);
    return { id: person.user.id };
  },
};

function offeredTo({ user, places }: Person) {
  return noticesFor(user.role, [...places.values()]);
}
