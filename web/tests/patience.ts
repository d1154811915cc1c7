// How long tests wait for something that must happen: as long as a test may last, since the machine may be busy.
export const PATIENT = { timeout: 300_000 };
