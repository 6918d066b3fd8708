// The page behind the link in notification emails, which ends all notifications of a person without a sign-in (RFC
// 8058). Opening it changes nothing, because mail servers open links in emails to check them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { textsOf } from '../core/texts/texts.ts';
import { personOfToken, stopNotices } from '../people/notices.ts';
import { languageOfPerson } from '../people/people-mails.ts';
import { loneFormHeaders } from './headers.ts';
import { clientOf, localeOfRequest, sendMessage, type Web } from './page-answers.ts';
import { html, type IconName, icon, markupOf, pageHead } from './page-parts.ts';

const PATH = '/unsubscribe';

type Step = 'ask' | 'done' | 'invalid';

const BADGES: Readonly<Record<Step, { readonly icon: IconName; readonly tone: string }>> = {
  ask: { icon: 'alert', tone: 'calm' },
  done: { icon: 'check', tone: 'good' },
  invalid: { icon: 'alert', tone: 'careful' },
};

export function addUnsubscribeRoutes(fastify: FastifyInstance, web: Web): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    handler: (request, reply) => {
      const step = personOf(web, request) === null ? 'invalid' : 'ask';
      return answer(web, { request, reply, step });
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
  // Mail programs post `List-Unsubscribe=One-Click`. The body does not matter: the token is the only credential.
  fastify.route({
    method: 'POST',
    url: PATH,
    handler: async (request, reply) => {
      const userId = personOf(web, request);
      if (userId !== null) await stopNotices(web.app, userId);
      return answer(web, { request, reply, step: userId === null ? 'invalid' : 'done' });
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
}

function personOf(web: Web, request: FastifyRequest): string | null {
  web.limit.take(clientOf(request.ip));
  return personOfToken(web.app, tokenOf(request));
}

function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as { token?: unknown };
  return typeof token === 'string' ? token : '';
}

function answer(
  web: Web,
  { request, reply, step }: { request: FastifyRequest; reply: FastifyReply; step: Step },
): FastifyReply {
  if (step === 'invalid') reply.code(404);
  return reply.headers(loneFormHeaders()).send(renderStep(web, request, step));
}

function renderStep({ links }: Web, request: FastifyRequest, step: Step): string {
  const locale = languageOfPerson(localeOfRequest(request));
  const t = textsOf('people-mail', locale).unsubscribe;
  const { title, text } = t[step];
  const { icon: name, tone } = BADGES[step];
  const query = new URLSearchParams({ token: tokenOf(request), locale }).toString();
  const page = html`${pageHead({ locale, title, links })}
</head>
<body>
<main class="message settled">
<div class="card">
<div class="status ${tone}">
<span class="badge">${icon(name)}</span>
<h1>${title}</h1>
<p>${text}</p>
</div>
<section class="action">
${step === 'ask' && html`<form class="links" method="post" action="?${query}"><button class="button primary">${t.button}</button></form>`}
<a class="button" href="${links.site}/dashboard/account">${t.account}</a>
</section>
</div>
</main>
</body>
</html>
`;
  return markupOf(page);
}
