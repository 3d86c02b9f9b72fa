import type { SiteFacts } from '#site/contract.ts'
import { type Block, keysOf, type Mailbox, paragraphs, type Section, type Statute } from './statute.ts'

const points = (prefix: string, ...names: string[]): Block => ({
  kind: 'points',
  keys: keysOf(`${prefix}.items`, ...names),
})

const note = (key: string, mailbox: Mailbox): Block => ({ kind: 'note', key, mailbox })

/** What is recorded for good, and whether a public chain is used. */
function describeChain(anchorsLedger: SiteFacts['anchorsLedger']): Section {
  return {
    key: 'blockchain',
    blocks: [
      ...paragraphs('blockchain', anchorsLedger ? 'state_anchored' : 'state', 'permanence', 'intro'),
      points('blockchain', 'check', 'personal', 'fingerprint', 'networks'),
      ...paragraphs('blockchain', 'rights'),
    ],
  }
}

/** The terms and conditions of this installation: they name the governing law and tell of a public chain where one is configured. */
export function describeTerms({ company, anchorsLedger }: SiteFacts): Statute {
  const chain = anchorsLedger ? 'blockchain_anchored' : 'blockchain'
  return {
    page: 'terms',
    mailbox: 'legal',
    summary: keysOf('summary.items', 'beta', 'programme', chain, 'warranties'),
    sections: [
      {
        key: 'acceptance',
        blocks: [
          ...paragraphs('acceptance', 'intro'),
          points('acceptance', 'age', 'authority', 'accuracy'),
          ...paragraphs('acceptance', 'privacy'),
          { kind: 'link', key: 'acceptance.privacy_link', page: 'privacy' },
        ],
      },
      {
        key: 'services',
        blocks: [
          ...paragraphs('services', 'intro', 'meaning'),
          points('services', 'change', 'faults', 'reset', 'critical'),
          ...paragraphs('services', 'plans'),
        ],
      },
      {
        key: 'programme',
        blocks: [
          ...paragraphs('programme', 'intro'),
          points('programme', 'credentials', 'testing', 'feedback', 'faults', 'confidentiality'),
          ...paragraphs('programme', 'badges'),
          { kind: 'text', key: 'programme.leaving', mailbox: 'support' },
          note('programme.support', 'support'),
        ],
      },
      {
        key: 'conduct',
        blocks: [
          ...paragraphs('conduct', 'intro'),
          points('conduct', 'law', 'impersonation', 'falsehood', 'attack', 'limits', 'resale'),
          ...paragraphs('conduct', 'consequence'),
        ],
      },
      {
        key: 'property',
        blocks: paragraphs('property', 'ours', 'open', 'yours', 'feedback', 'infringement'),
      },
      {
        key: 'disclaimers',
        blocks: paragraphs('disclaimers', 'warranties', 'advice', 'links', 'liability', 'exceptions'),
      },
      { key: 'availability', blocks: paragraphs('availability', 'effort', 'notice', 'copies') },
      describeChain(anchorsLedger),
      { key: 'modifications', blocks: paragraphs('modifications', 'publication', 'notice', 'acceptance') },
      {
        key: 'termination',
        blocks: [
          { kind: 'text', key: 'termination.yours', mailbox: 'support' },
          ...paragraphs('termination', 'ours', 'after'),
        ],
      },
      {
        key: 'law',
        blocks: [
          ...paragraphs('law', company.governingLaw ? 'governing' : 'governing_place', 'intro'),
          { kind: 'steps', keys: keysOf('law.steps', 'negotiation', 'mediation', 'arbitration') },
          ...paragraphs('law', 'consumers', 'validity'),
          note('law.note', 'legal'),
        ],
      },
      { key: 'contact', blocks: [...paragraphs('contact', 'intro'), { kind: 'contact' }] },
    ],
    closing: 'acknowledgment',
  }
}
