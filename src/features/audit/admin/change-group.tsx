import { useId } from 'react'
import { Link } from 'react-router'
import { Meta, Tag } from '#admin/kit/layout/hint.tsx'
import { nameAction } from '#admin/kit/texts/permission-texts.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { TextKey, Translate } from '#admin/kit/texts/texts.ts'
import { describeDevice } from '#features/accounts/profile/model.ts'
import type { AuditEntry } from '#features/audit/contract.ts'
import styles from './audit.module.css'
import { changedRow, describeRecorded, type EntryGroup, listFields, nameRow } from './entry-values.ts'
import { sentences } from './sentences.ts'
import { auditedTables } from './tables.ts'

/** What somebody did at once: who, when, from which device, and each row that changed. */
export function ChangeGroup({ group: { first, entries } }: { group: EntryGroup }) {
  const { t, format } = useTexts()
  const id = useId()
  const { author, action, at } = first
  const device = author.session?.user_agent && describeDevice(author.session.user_agent)
  return (
    <li className={styles.group}>
      <header>
        <h2 id={id}>
          <bdi>{nameAuthor(first, t)}</bdi>
        </h2>
        <Meta>
          {action && <ActionName entry={first} />}
          <time dateTime={at}>{format.dateTime(at)}</time>
          {device && <bdi title={author.session?.user_agent ?? undefined}>{device}</bdi>}
        </Meta>
      </header>
      <ul aria-labelledby={id}>
        {entries.map((entry) => (
          <Change key={entry.id} entry={entry} />
        ))}
      </ul>
    </li>
  )
}

/** Who made a change, in words. */
function nameAuthor({ author: { kind, user } }: AuditEntry, t: Translate): string {
  const name = user && (user.name ?? t('audit.formerUser'))
  if (kind === 'user') return name ?? t('audit.formerUser')
  if (kind === 'key') return t('audit.byProgram', { name: name ?? t('audit.formerUser') })
  return t(`audit.authors.${kind}`)
}

/** What a user or a program did in words; the name of the rest, for those who know the product. */
function ActionName({ entry: { author, action } }: { entry: AuditEntry }) {
  const { t } = useTexts()
  if (!action) return null
  if (author.kind === 'user' || author.kind === 'key') return <span>{nameAction(action, t)}</span>
  return (
    <code className={styles.code} dir="ltr">
      {action}
    </code>
  )
}

/** One row that was added, changed or deleted; its values unfold. */
function Change({ entry }: { entry: AuditEntry }) {
  const texts = useTexts()
  const { t, format } = texts
  const { subject, operation, secret_fields, is_erased, after } = entry
  const table = auditedTables[subject]
  const name = nameRow(entry)
  const path = operation === 'delete' ? undefined : table?.path?.(changedRow(entry))
  const rows = Array.isArray(after.rows) && entry.row === '' ? after.rows.length : undefined
  return (
    <li>
      <details className={styles.change}>
        <summary>
          <Tag>{t(`audit.operations.${operation}`)}</Tag>
          <span>{nameTable(entry, table?.label, texts)}</span>
          {rows !== undefined && <span>{t('audit.rows', { count: rows, number: format.number(rows) })}</span>}
          {name !== undefined && <bdi>{name}</bdi>}
        </summary>
        <Values entry={entry} />
        {secret_fields.length > 0 && <p>{t('audit.secret', { fields: format.list(secret_fields) })}</p>}
        {is_erased && <p>{t('audit.erased')}</p>}
        <p className={styles.links}>
          {path && <Link to={path}>{t('audit.open')}</Link>}
          {entry.row !== '' && (
            <Link to={`/admin/audit?${new URLSearchParams({ subject, row: entry.row })}`}>
              {t('audit.same')}
            </Link>
          )}
          {entry.person && (
            <Link to={`/admin/audit?${new URLSearchParams({ person: entry.person })}`}>
              {t('audit.samePerson')}
            </Link>
          )}
        </p>
        <p className={styles.hash}>
          {entry.position === null
            ? t('audit.unchained')
            : t('audit.position', { position: format.number(entry.position) })}{' '}
          <code dir="ltr">{entry.hash}</code>
        </p>
      </details>
    </li>
  )
}

/** What the row is called: a recorded action by its sentence, another row by its table. */
function nameTable(
  entry: AuditEntry,
  label: TextKey | undefined,
  { t, format }: ReturnType<typeof useTexts>,
) {
  const recorded = entry.subject === 'sensitive_actions' ? describeRecorded(entry) : undefined
  const sentence = recorded && sentences[recorded.action]
  if (sentence) {
    const { people } = recorded
    return t(sentence, { number: people === undefined ? '…' : format.number(people) })
  }
  return label === undefined ? entry.subject : t(label)
}

function Values({ entry }: { entry: AuditEntry }) {
  const { t } = useTexts()
  const fields = listFields(entry)
  if (fields.length === 0) return null
  const hasBefore = entry.operation !== 'insert'
  const hasAfter = entry.operation !== 'delete'
  return (
    <div className={styles.values}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('audit.field')}</th>
            {hasBefore && <th scope="col">{t('audit.before')}</th>}
            {hasAfter && <th scope="col">{t('audit.after')}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">
                <code dir="ltr">{name}</code>
              </th>
              {hasBefore && (
                <td data-label={t('audit.before')} data-removed={hasAfter || undefined}>
                  <bdi>{before ?? '–'}</bdi>
                </td>
              )}
              {hasAfter && (
                <td data-label={t('audit.after')}>
                  <bdi>{after ?? '–'}</bdi>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
