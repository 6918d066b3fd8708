// The part of a payment page that requests payment, rendered only while the view is payable: the page must never show
// an address that no longer accepts payment.
import { encode } from 'uqr';
import { textsOf } from '../core/texts/texts.ts';
import { chunked, type Html, html, icon, plainAmount, walletUri } from './page-parts.ts';
import type { PaymentPageView } from './payment-page-view.ts';

const QUIET_ZONE = 4;

export function paymentRequest(view: PaymentPageView): Html {
  const t = textsOf('payment-page', view.locale);
  const only = t.onlyThisCoin({ currency: view.payCurrency, network: view.networkName });
  return html`<div class="request">
${view.isToken ? addressCode(view) : requestCode(view)}
<div class="field">
<h3>${t.address}</h3>
<div class="value">${chunked(view.address)}${copyButton('copy-address', t.copy, { text: view.address, label: t.copyAddress })}</div>
</div>
${tagField(view)}
<p class="hint">${only}</p>
${exchangeHint(view)}
${otherCode(view)}
</div>`;
}

/** `_top`: browsers open no other app from a frame of another site. */
function requestCode(view: PaymentPageView): Html {
  const t = textsOf('payment-page', view.locale);
  const uri = walletUri(view.uri);
  return html`${qr(view.uri, t.qrLabel({ target: qrTarget(view) }))}
${uri !== null && html`<a class="button primary" id="open-wallet" target="_top" rel="noreferrer" href="${uri}">${icon('wallet')}${t.openInWallet}</a>`}`;
}

function addressCode({ address, locale }: PaymentPageView): Html {
  return qr(address, textsOf('payment-page', locale).qrAddressLabel({ address }));
}

/**
 * For wallets that cannot read the first code. Some wallets send tokens to the contract in a token's URI (EIP-681), so
 * for tokens the first code is the address. A destination tag is only in the URI, and without it a payment could not
 * be matched.
 */
function otherCode(view: PaymentPageView): Html | null {
  if (view.tag !== null) return null;
  const t = textsOf('payment-page', view.locale);
  const request = view.amounts === null ? t.channelCode : t.requestCode;
  return html`<details class="other-code" id="other-code">
<summary>${t.otherCode}</summary>
<p class="hint">${view.isToken ? request : t.addressCode}</p>
${view.isToken ? requestCode(view) : addressCode(view)}
</details>`;
}

function exchangeHint(view: PaymentPageView): Html | null {
  if (view.amounts === null) return null;
  const amount = `${plainAmount(view.amounts.remaining)} ${view.payCurrency}`;
  return html`<p class="hint">${textsOf('payment-page', view.locale).exchangeFee({ amount })}</p>`;
}

/** Screen readers read this text in place of the QR code. */
function qrTarget(view: PaymentPageView): string {
  if (view.amounts === null) return view.address;
  return `${plainAmount(view.amounts.remaining)} ${view.payCurrency}, ${view.address}`;
}

/** As prominent as the address, because missing tags are the most common cause of losses with these coins. */
function tagField(view: PaymentPageView): Html | null {
  if (view.tag === null) return null;
  const t = textsOf('payment-page', view.locale);
  const { name, value } = view.tag;
  const label = t.copyTag({ name });
  return html`<div class="field tag">
<h3>${name}</h3>
<div class="value"><code class="digits" dir="ltr">${value}</code>${copyButton('copy-tag', t.copy, { text: value, label })}</div>
<p class="warning">${icon('alert')}<span>${t.tagNeeded({ name })}</span></p>
</div>`;
}

/** The style sheet hides the button where scripts are disabled. */
export function copyButton(
  id: string,
  caption: string,
  copied: { readonly text: string; readonly label: string },
): Html {
  return html`<button type="button" class="button copy" id="${id}" data-copy="${copied.text}" aria-label="${copied.label}">${icon('copy')}${icon('check')}<span class="caption">${caption}</span></button>`;
}

export function qr(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${pathOf(data)}"/></svg>`;
}

/** One path segment per run of dark modules: a third of the bytes of separate squares, and no gaps between them. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x + 1] === true) x++;
      const width = x - start + 1;
      path += `M${start} ${y}h${width}v1h-${width}z`;
    }
  }
  return path;
}
