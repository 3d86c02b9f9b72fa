/** The current time. Passed in wherever a rule depends on time, so that tests can change it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
