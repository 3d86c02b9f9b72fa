import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import { Contact } from './contact.tsx'
import { Sentence } from './sentence.tsx'
import type { Block, Mailbox, Statute } from './statute.ts'

interface BlockProps {
  input: PageInput
  statute: Statute
  block: Block
}

type CookieGroups = Extract<Block, { kind: 'cookies' }>['groups']

function CookieTable({ input, groups }: { input: PageInput; groups: CookieGroups }) {
  const { t } = input
  const column = (name: string) => <th scope="col">{t(`legal:privacy.cookies.table.${name}`)}</th>
  return (
    <table>
      <caption>{t('legal:privacy.cookies.table.caption')}</caption>
      <thead>
        <tr>
          {column('name')}
          {column('purpose')}
          {column('duration')}
        </tr>
      </thead>
      {groups.map(({ kind, rows }) => (
        <tbody key={kind}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {t(`legal:privacy.${kind}.term`)}
            </th>
          </tr>
          {rows.map((row) => (
            <tr key={row.purpose}>
              <th scope="row">
                {row.names.map((name) => (
                  <code dir="ltr" key={name}>
                    {name}
                  </code>
                ))}
              </th>
              <td>{t(`legal:privacy.${row.purpose}`)}</td>
              <td>{t(`legal:privacy.${row.duration}`)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** One piece of a legal text. */
export function BlockView({ input, statute, block }: BlockProps) {
  const { facts, t } = input
  const say = (key: string, mailbox: Mailbox = statute.mailbox) => (
    <Sentence input={input} of={`${statute.page}.${key}`} mailbox={mailbox} />
  )
  switch (block.kind) {
    case 'text':
      return <p>{say(block.key, block.mailbox)}</p>
    case 'points':
      return (
        <ul className="points">
          {block.keys.map((key) => (
            <li key={key}>{say(key)}</li>
          ))}
        </ul>
      )
    case 'terms':
      return <Terms keys={block.keys} say={say} />
    case 'steps':
      return (
        <ol className="terms">
          {block.keys.map((key) => (
            <li key={key}>
              <b>{say(`${key}.term`)}</b> <span>{say(`${key}.text`)}</span>
            </li>
          ))}
        </ol>
      )
    case 'note':
      return (
        <aside className="note">
          <h3>{say(`${block.key}.title`, block.mailbox)}</h3>
          <p>{say(`${block.key}.text`, block.mailbox)}</p>
        </aside>
      )
    case 'link': {
      const address = pageAddress(block.page, input)
      return (
        <p>
          <a href={address} data-printed={`${facts.publicUrl}${address}`}>
            {t(`legal:${statute.page}.${block.key}`)}
          </a>
        </p>
      )
    }
    case 'cookies':
      return <CookieTable input={input} groups={block.groups} />
    case 'contact':
      return <Contact {...input} />
  }
}

/** A list of terms, each with its text. */
export function Terms({ keys, say }: { keys: string[]; say: (key: string) => React.ReactNode }) {
  return (
    <dl className="terms">
      {keys.map((key) => (
        <div key={key}>
          <dt>{say(`${key}.term`)}</dt>
          <dd>{say(`${key}.text`)}</dd>
        </div>
      ))}
    </dl>
  )
}
