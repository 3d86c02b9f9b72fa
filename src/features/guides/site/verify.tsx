import { scriptPath } from '#features/guides/contract.ts'
import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import script from './check-badge.mjs?raw'
import { checkAnswers, writeCheckCommands } from './check-commands.ts'
import { Guide, Paragraphs, Points } from './guide.tsx'
import { Listing } from './listing.tsx'

/** What the check follows, each with the address of its text. */
const standards = [
  ['Open Badges 3.0', 'https://www.imsglobal.org/spec/ob/v3p0/'],
  ['Verifiable Credentials Data Model 2.0', 'https://www.w3.org/TR/vc-data-model-2.0/'],
  ['did:web', 'https://w3c-ccg.github.io/did-method-web/'],
  ['eddsa-rdfc-2022', 'https://www.w3.org/TR/vc-di-eddsa/'],
  ['RDFC-1.0', 'https://www.w3.org/TR/rdf-canon/'],
  ['Ed25519 (RFC 8032)', 'https://www.rfc-editor.org/rfc/rfc8032'],
  ['Bitstring Status List', 'https://www.w3.org/TR/vc-bitstring-status-list/'],
]

/** How to check a badge with software of others, step by step. */
export function Verify(input: PageInput<'verify'>) {
  const { facts, t } = input
  const commands = writeCheckCommands(facts.publicUrl)
  const subjectOf = (key: string) => ({ subject: t(`guides:verify.${key}.title`) })
  const command = (key: string, text: string) => (
    <Listing isCommand label={t('guides:command', subjectOf(key))}>
      {text}
    </Listing>
  )
  const answer = (key: string, text: string) => (
    <Listing label={t('guides:answer', subjectOf(key))}>{text}</Listing>
  )
  const bodies = {
    packages: command('packages', commands.packages),
    run: (
      <>
        {command('run', `${commands.download}\n${commands.run}`)}
        {answer('run', checkAnswers.run)}
        <Paragraphs input={input} keys={['run.failure']} />
      </>
    ),
    source: (
      <>
        <Listing label={t('guides:verify.source.title')}>{script.trimEnd()}</Listing>
        <p>
          <a href={scriptPath} download>
            {t('guides:verify.source.download')}
          </a>
        </p>
      </>
    ),
    credential: (
      <>
        {command('credential', commands.credential)}
        {answer('credential', checkAnswers.credential)}
      </>
    ),
    issuer: null,
    signature: null,
    status: (
      <>
        {command('status', commands.status)}
        {answer('status', checkAnswers.status)}
      </>
    ),
    holder: command('holder', commands.holder),
  }
  const sections = Object.entries(bodies).map(([key, body]) => ({
    key,
    body: (
      <>
        <Paragraphs input={input} keys={[`${key}.text`]} />
        {body}
      </>
    ),
  }))
  const meaning = { key: 'meaning', body: <Meaning {...input} /> }
  const list = {
    key: 'standards',
    body: (
      <ul>
        {standards.map(([name, address]) => (
          <li key={name}>
            <a href={address} rel="noopener" dir="ltr">
              {name}
            </a>
          </li>
        ))}
      </ul>
    ),
  }
  return <Guide input={input} sections={[...sections, meaning, list]} />
}

function Meaning(input: PageInput<'verify'>) {
  const domain = input.facts.anchorsLedger ? 'meaning.domain_anchored' : 'meaning.domain'
  return (
    <>
      <Points input={input} keys={['meaning.signed', 'meaning.true', domain]} />
      {/* Certificates of signatures are checked by the same standards, and without any software. */}
      <p>
        <a href={pageAddress('verification', input)}>{input.t('guides:verify.certificates')}</a>
      </p>
    </>
  )
}
