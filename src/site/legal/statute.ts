import type { PublicPageName } from '#site/contract.ts'

/** The mailbox that a sentence names as `{{mailbox}}`. */
export type Mailbox = 'privacy' | 'legal' | 'support'

/** A row of the cookie table: the names as the browser shows them, and the keys of their purpose and duration. */
export interface CookieRow {
  names: string[]
  purpose: string
  duration: string
}

/**
 * A piece of a legal text. Keys are those of `locales/<code>/legal.json`, without the name of the page before them.
 * `points` are sentences; `terms` and `steps` have a `.term` and a `.text` each, `note` a `.title` and a `.text`.
 */
export type Block =
  | { kind: 'text'; key: string; mailbox?: Mailbox }
  | { kind: 'points'; keys: string[] }
  | { kind: 'terms' | 'steps'; keys: string[] }
  | { kind: 'note'; key: string; mailbox?: Mailbox }
  | { kind: 'link'; key: string; page: PublicPageName }
  | { kind: 'cookies'; groups: { kind: string; rows: CookieRow[] }[] }
  | { kind: 'contact' }

/** A numbered section; its title is `<key>.title`. */
export interface Section {
  key: string
  blocks: Block[]
}

/** A legal page: its opening, its sections with the contact as the last one, and its closing. */
export interface Statute {
  page: 'privacy' | 'terms'
  /** The mailbox of sentences that name no other. */
  mailbox: Mailbox
  /** The keys of the summary's items, a `.term` and a `.text` each. */
  summary: string[]
  sections: Section[]
  /** Key of a `.title` and a `.text`. */
  closing?: string
}

/** The id of the section at an index, the same in every language. */
export function sectionId(index: number): string {
  return `section-${index + 1}`
}

/** The keys of `names` under `prefix`, without those that do not apply. */
export function keysOf(prefix: string, ...names: (string | false)[]): string[] {
  return names.filter((name) => name !== false).map((name) => `${prefix}.${name}`)
}

/** Paragraphs of one key each, all under `prefix`. */
export function paragraphs(prefix: string, ...names: (string | false)[]): Block[] {
  return keysOf(prefix, ...names).map((key) => ({ kind: 'text', key }))
}
