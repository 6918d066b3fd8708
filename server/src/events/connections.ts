// The connections to one endpoint that are kept while callbacks wait for it: a burst of thousands does not open one for
// each, and agree on keys over it. They are of one endpoint under one set of rules, and closed when its last callback
// is sent.
import http from 'node:http';
import https from 'node:https';

export interface Connections {
  agentFor(url: URL): http.Agent;
  /** Those that are not in use; the others end with what they do. */
  close(): void;
}

/** `most`: how many are kept for the next callback. */
export function keepConnections(most: number): Connections {
  const options = { keepAlive: true, maxFreeSockets: most };
  const agents = new Map<string, http.Agent>();
  let isClosed = false;
  return {
    agentFor({ protocol }) {
      const kept = agents.get(protocol);
      if (kept !== undefined) return kept;
      const made = protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
      agents.set(protocol, made);
      // What is freed when nothing waits any more is not kept.
      made.on('free', () => {
        if (isClosed) made.destroy();
      });
      return made;
    },
    close() {
      isClosed = true;
      for (const agent of agents.values()) agent.destroy();
    },
  };
}
