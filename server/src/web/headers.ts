// Response headers of the hosted pages, their status endpoint and assets. Any site may embed the pages (wire.md (h)),
// but nothing else.

/** No inline code and no other origins, so that markup that slips through the escaping cannot run. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
];

/** The addresses are unguessable and must not leak: no referrer, no indexing, no cache. */
const PRIVATE = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

export type Headers = Readonly<Record<string, string>>;

/** `ancestors` are the sites that may embed the page, for example `https://shop.example`. */
export function paymentPageHeaders(ancestors: readonly string[] = ['*']): Headers {
  return pageHeaders("form-action 'none'", ancestors);
}

/** The payer chooses the coin in a form that posts to this origin. */
export function choicePageHeaders(): Headers {
  return pageHeaders("form-action 'self'", ['*']);
}

/** A terminal shows the payment in a frame of this origin, and can be installed. Nothing may embed it. */
export function terminalPageHeaders(): Headers {
  const headers = pageHeaders("form-action 'self'", []);
  const more = "frame-src 'self'; manifest-src 'self'; worker-src 'self'";
  return {
    ...headers,
    'content-security-policy': `${headers['content-security-policy']}; ${more}`,
    'referrer-policy': 'same-origin',
  };
}

/** A manifest or a service worker, which requests files of this origin. */
export function terminalFileHeaders(contentType: string): Headers {
  return {
    ...PRIVATE,
    'content-type': contentType,
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  };
}

/** A form like that of a subscription; no site has a reason to embed it. */
export function loneFormHeaders(): Headers {
  return pageHeaders("form-action 'self'", []);
}

/** The form posts to a shop that a person has consented to, and that may redirect onwards. */
export function shopPostHeaders(): Headers {
  return pageHeaders('form-action https: http:', []);
}

function pageHeaders(formAction: string, ancestors: readonly string[]): Headers {
  const frameAncestors = `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`;
  return {
    ...PRIVATE,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [...PAGE_POLICY, formAction, "base-uri 'none'", frameAncestors].join(
      '; ',
    ),
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
}

export function paymentStatusHeaders(): Headers {
  return {
    ...PRIVATE,
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
}

/**
 * `nonce` allows the styles that a library adds at runtime; scripts are files only. Requests that change data must
 * carry our origin, which a `no-referrer` policy would remove.
 */
export function dashboardHeaders(nonce: string): Headers {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
}

/** Styles only from files. Browsers may cache the page while it is unchanged. */
export function documentsHeaders(): Headers {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ].join('; '),
    'cache-control': 'public, no-cache',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    vary: 'accept-encoding',
  };
}

export function dashboardAssetHeaders(contentType: string): Headers {
  return {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    vary: 'accept-encoding',
  };
}

/**
 * Cached for a year with a hash in the address, otherwise for minutes, so that an upgrade takes effect. Any site may
 * show the coin logos, because the API returns their addresses.
 */
export function assetHeaders(
  contentType: string,
  { isImmutable }: { isImmutable: boolean },
): Headers {
  return {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    vary: 'accept-encoding',
  };
}

/** The name of a logo has the hash of its content. Opened directly, an image can neither run nor load anything. */
export function logoHeaders(contentType: string): Headers {
  return {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy':
      "default-src 'none'; style-src 'none'; frame-ancestors 'none'; sandbox",
    'x-robots-tag': 'noindex, nofollow',
  };
}
