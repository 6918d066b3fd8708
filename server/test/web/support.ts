// Asks for hosted pages of a world as a payer's browser does.
import type { World } from '../support/world.ts';

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** What a reader sees, without markup. */
  readonly pageText: string;
  /** Where the payment stands, as the page and its script say. */
  readonly pageStatus: string | undefined;
}

export async function openPage(
  world: World,
  path: string,
  headers: Record<string, string> = {},
): Promise<Page> {
  const response = await fetch(world.url + path, { headers });
  const html = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    html,
    pageText: html.replace(/<head>.*<\/head>|<[^>]*>/gs, ' ').replace(/\s+/g, ' '),
    pageStatus: /data-status="(\w+)"/.exec(html)?.[1],
  };
}

export async function readStatus(world: World, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${world.url}${path}/status`);
  return (await response.json()) as Record<string, unknown>;
}
