import type { PageFacts } from '#site/contract.ts'
import { type Block, type CookieRow, keysOf, paragraphs, type Section, type Statute } from './statute.ts'

const formFields = ['name', 'email', 'organisation', 'country', 'interest', 'message', 'page']

/** What data is used for; `anchored` where a public chain is configured. */
function describeUses(measured: boolean, anchored: boolean): Section {
  const uses = ['programme', 'communication', 'mail', 'improvement']
  return {
    key: 'uses',
    blocks: [
      ...paragraphs('uses', 'intro'),
      terms('uses', ...uses, measured && 'analytics', 'security', 'law'),
      ...paragraphs('uses', 'decisions', 'blockchain', anchored && 'anchored', 'withdrawal'),
    ],
  }
}

/**
 * The privacy policy of this installation: the text about analytics depends on whether a Google tag is configured, the text
 * about encryption on the site's address, that about the ledger on whether a public chain is configured, and that about
 * backups on how long they are kept.
 */
export function describePrivacy(facts: PageFacts): Statute {
  const { googleTag, publicUrl, recordsEvents, anchorsLedger, backupDays } = facts
  const measured = googleTag !== undefined
  const encrypted = publicUrl.startsWith('https:')
  const variant = (name: string) => (measured ? `${name}_tag` : name)
  return {
    page: 'privacy',
    mailbox: 'privacy',
    summary: keysOf('summary.items', 'data', 'purpose', 'sharing', variant('cookies'), 'retention', 'rights'),
    sections: [
      {
        key: 'data',
        blocks: [
          ...paragraphs('data', 'intro'),
          terms('data', ...formFields, 'signature', 'preferences', 'team'),
          ...paragraphs('data', 'technical', 'sensitive'),
        ],
      },
      describeUses(measured, anchorsLedger === true),
      {
        key: 'sharing',
        blocks: [
          ...paragraphs('sharing', 'intro'),
          terms('sharing', 'team', 'providers', measured && 'google', 'authorities', 'succession'),
        ],
      },
      {
        key: 'security',
        blocks: [
          ...paragraphs('security', 'intro'),
          {
            kind: 'points',
            keys: keysOf('security.items', encrypted && 'transport', 'access', 'secrets', 'logs', 'browser'),
          },
          ...paragraphs('security', 'limits'),
        ],
      },
      {
        key: 'rights',
        blocks: [
          ...paragraphs('rights', 'intro'),
          terms('rights', 'access', 'rectification', 'erasure', 'portability', 'objection', 'restriction'),
          ...paragraphs('rights', 'page', 'how', 'complaint'),
        ],
      },
      { key: 'cookies', blocks: describeCookies(measured, recordsEvents) },
      { key: 'transfers', blocks: paragraphs('transfers', 'intro', measured && 'google', 'details') },
      {
        key: 'retention',
        blocks: [
          ...paragraphs('retention', 'intro'),
          terms('retention', 'communication', 'analytics', 'programme'),
          ...paragraphs('retention', 'after', backupDays ? 'backups' : 'backups_unscheduled'),
        ],
      },
      { key: 'changes', blocks: paragraphs('changes', 'publication', 'notice') },
      {
        key: 'contact',
        blocks: [...paragraphs('contact', 'intro'), { kind: 'contact' }, ...paragraphs('contact', 'terms')],
      },
    ],
  }
}

/** The terms of a section, each with its text. */
function terms(section: string, ...names: (string | false)[]): Block {
  return { kind: 'terms', keys: keysOf(`${section}.items`, ...names) }
}

/**
 * Everything that the site stores in a browser. Where the site asks for consent, language and theme are stored beyond the
 * session only with consent (`src/site/consent/`).
 */
function describeCookies(measured: boolean, recordsEvents: boolean): Block[] {
  const kind = (name: string) => `cookies.kinds.${measured ? `${name}_tag` : name}`
  const row = (name: string, duration: string, ...names: string[]): CookieRow => ({
    names,
    purpose: `cookies.rows.${name}`,
    duration: `cookies.durations.${duration}`,
  })
  const choice = measured ? 'choice' : 'year'
  const groups = [
    {
      kind: kind('essential'),
      rows: [
        ...(measured ? [row('consent', 'year', 'consent')] : []),
        row('activation', 'activation', 'activation:*'),
        row('session', 'session', 'auth_token'),
      ],
    },
    { kind: kind('preferences'), rows: [row('lang', choice, 'lang'), row('theme', choice, 'theme')] },
    { kind: kind('analytics'), rows: measured ? [row('google', 'year', '_ga', '_ga_*')] : [] },
  ]
  return [
    ...paragraphs('cookies', 'intro'),
    { kind: 'terms', keys: groups.map((group) => group.kind) },
    { kind: 'cookies', groups: groups.filter(({ rows }) => rows.length > 0) },
    ...paragraphs('cookies', measured && 'choice', 'counting', 'speed', recordsEvents && 'actions', 'manage'),
  ]
}
