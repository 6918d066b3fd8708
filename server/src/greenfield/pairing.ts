// How a plugin gets its key: its shop leads the browser to `/api-keys/authorize`, a person consents in the dashboard,
// and the browser posts the key to the shop.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiError } from '../core/errors.ts';
import { textsOf } from '../core/texts/texts.ts';
import { loneFormHeaders, shopPostHeaders } from '../web/headers.ts';
import { insistOnOwnOrigin } from '../web/own-origin.ts';
import { clientOf, localeOfRequest, sendMessage, type Web } from '../web/page-answers.ts';
import { html, markupOf, pageHead, webUrl } from '../web/page-parts.ts';

/** `permissions[]` is the name that plugins read. */
const PASSED_ON = ['apiKey', 'userId', 'permissions[]'];

export function addPairingRoutes(fastify: FastifyInstance, web: Web): void {
  const route = (
    of: { method: 'POST' | ['GET', 'HEAD']; url: string },
    answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  ) =>
    fastify.route({
      ...of,
      handler: (request, reply) => {
        web.limit.take(clientOf(request.ip));
        return answer(request, reply);
      },
      errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
    });
  for (const url of ['/api-keys/authorize', '/api-keys/authorize/'])
    route({ method: ['GET', 'HEAD'], url }, (request, reply) => {
      // As one parameter, it survives the sign-in unchanged.
      const [, query = ''] = request.url.split(/\?(.*)/s);
      const target = `/dashboard/connect-shop?request=${encodeURIComponent(query)}`;
      return reply
        .code(302)
        .headers(loneFormHeaders())
        .header('location', web.links.site + target)
        .send('');
    });
  route({ method: 'POST', url: '/api-keys/granted' }, (request, reply) => {
    insistOnOwnOrigin(web.app, request.headers);
    return reply.headers(shopPostHeaders()).send(renderPost(web, request));
  });
}

/** A form that posts itself to the shop. The dashboard cannot do it: its pages post to no other site. */
function renderPost({ links }: Web, request: FastifyRequest): string {
  const form = new URLSearchParams(
    Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '',
  );
  const url = webUrl(form.get('redirect'));
  if (url === null) throw apiError('not_found');
  const { host } = new URL(url);
  const locale = localeOfRequest(request);
  const t = textsOf('payment-page', locale);
  const fields = [...form].filter(([name]) => PASSED_ON.includes(name));
  const page = html`${pageHead({ locale, title: t.returnTo({ host }), links })}
<script type="module" src="${links.submitScript}"></script>
</head>
<body>
<main id="payment" class="message settled">
<div class="card">
<form class="links" method="post" action="${url}">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="button primary">${t.returnTo({ host })}</button>
</form>
</div>
</main>
</body>
</html>
`;
  return markupOf(page);
}
