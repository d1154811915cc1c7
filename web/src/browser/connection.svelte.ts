// Whether the server can be reached. Pages open without it, so they have to show it.

/** A small resource that the service worker never caches. */
const PROBED = '/service.js';
/** Milliseconds until the next attempt. */
const RETRY_AFTER = 3000;

class Connection {
  /** 'offline': this device has no network. 'silent': it has one, but the server does not answer. */
  state = $state<'online' | 'offline' | 'silent'>('online');
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Check now, and again until the server answers. */
  async check(): Promise<void> {
    clearTimeout(this.timer);
    this.state = await probe();
    if (this.state !== 'online') this.timer = setTimeout(() => void this.check(), RETRY_AFTER);
  }
}

async function probe(): Promise<Connection['state']> {
  if (!navigator.onLine) return 'offline';
  try {
    const answer = await fetch(PROBED, { method: 'GET', cache: 'no-store' });
    return answer.status < 500 ? 'online' : 'silent';
  } catch {
    return navigator.onLine ? 'silent' : 'offline';
  }
}

export const connection = new Connection();
