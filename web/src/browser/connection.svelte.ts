// Whether the server can be reached. Pages open without it, so they have to say so.

/** Never kept by the worker, and small. */
const THERE = '/service.js';
/** Milliseconds until it is tried again. */
const AGAIN = 3000;

class Connection {
  /** 'offline': this device has no network. 'silent': it has one, but the server does not answer. */
  state = $state<'online' | 'offline' | 'silent'>('online');
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Check now, and again until the server answers. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    this.state = await whether();
    if (this.state !== 'online') this.timer = setTimeout(() => void this.look(), AGAIN);
  }
}

async function whether(): Promise<Connection['state']> {
  if (!navigator.onLine) return 'offline';
  try {
    const answer = await fetch(THERE, { method: 'GET', cache: 'no-store' });
    return answer.status < 500 ? 'online' : 'silent';
  } catch {
    return navigator.onLine ? 'silent' : 'offline';
  }
}

export const connection = new Connection();
