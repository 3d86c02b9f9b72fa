// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops a table's roles where CSS lays it out as cards
import { Skeleton } from '@mantine/core'
import { useTexts } from '#admin/kit/text-context.tsx'
import type { EarlyAdopter } from '../contract.ts'
import styles from './early-adopters.module.css'

const columns = ['name', 'email', 'company', 'segment', 'interests', 'date'] as const

/** One row per person; on a phone each row becomes a card of its own. */
export function EarlyAdopterTable({ people }: { people: EarlyAdopter[] }) {
  const { t, format } = useTexts()
  return (
    <table className={styles.table} role="table">
      <caption className={styles.caption}>{t('people.title')}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {t(`people.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {people.map((person) => (
          <tr key={person.id} role="row">
            <th role="rowheader" scope="row">
              <bdi>{person.name}</bdi>
            </th>
            <td role="cell">
              <a href={`mailto:${encodeURIComponent(person.email)}`}>
                <bdi>{person.email}</bdi>
              </a>
            </td>
            <td role="cell" data-label={t('people.company')}>
              {person.company ? (
                <bdi>{person.company}</bdi>
              ) : (
                <span className={styles.absent}>{t('people.noCompany')}</span>
              )}
            </td>
            <td role="cell" data-label={t('people.segment')}>
              {t(`segments.${person.segment}`)}
            </td>
            <td role="cell" data-label={t('people.interests')}>
              {person.interests.length > 0 ? (
                person.interests.map(({ name }) => name).join(', ')
              ) : (
                <span className={styles.absent}>{t('people.noInterests')}</span>
              )}
            </td>
            <td role="cell" data-label={t('people.date')} className={styles.date}>
              <time dateTime={person.created_at} title={format.dateTime(person.created_at)}>
                {format.date(person.created_at)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The table's place while it is on its way. */
export function TableSkeleton() {
  const { t } = useTexts()
  return (
    <div className={styles.skeleton} aria-busy="true">
      <p className={styles.caption} role="status">
        {t('loading')}
      </p>
      {[92, 78, 85, 70, 88, 74].map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} />
      ))}
    </div>
  )
}
