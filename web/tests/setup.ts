// Tests have no server: a request that no test answers fails as it does offline.

globalThis.fetch = () => Promise.reject(new TypeError('There is no network in tests'));
