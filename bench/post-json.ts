// The bare side of a comparison with a node's own speed: one HTTP POST over kept-alive connections, and nothing more.
import { type Agent, request } from 'node:http';

export interface JsonPost {
  readonly url: string;
  readonly agent: Agent;
  readonly authorization?: string;
  readonly body: string;
}

/** The response's text, whatever its status. */
export function postJson({ url, agent, authorization, body }: JsonPost): Promise<string> {
  const login = authorization === undefined ? {} : { authorization };
  const headers = { 'content-type': 'application/json', ...login };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
