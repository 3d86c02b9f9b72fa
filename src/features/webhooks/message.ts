/** An event as it is stored. */
export interface StoredMessage {
  id: string
  type: string
  data: unknown
  at: Date
}

/** The id that receivers see: the same in each attempt. */
export function messageIdOf({ id }: Pick<StoredMessage, 'id'>): string {
  return `msg_${id.replaceAll('-', '')}`
}

/** The body of a request about an event: the same to the letter in each attempt. */
export function bodyOf({ type, at, data }: Omit<StoredMessage, 'id'>): string {
  return JSON.stringify(describeMessage({ type, at, data }))
}

/** What a request tells of an event. */
export function describeMessage({ type, at, data }: Omit<StoredMessage, 'id'>) {
  return { type, timestamp: at.toISOString(), data }
}
