// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops a table's roles where CSS lays it out as cards
import { Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useBadgeNames } from '#features/badges/admin/parts/badge-types.ts'
import type { BadgeType } from '#features/badges/contract.ts'
import styles from '#features/early-adopters/admin/early-adopters.module.css'
import type { EarlyAdopter, SortColumn } from '#features/early-adopters/contract.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { BadgeSeal } from '#ui/badge-seal-picture.tsx'
import { nextSorting, type Sorting, splitSorting } from './list-query.ts'
import { choose, isChosen, type Selection } from './selection.ts'

const columns = [
  { key: 'people.name', sort: 'name' },
  { key: 'people.email', sort: 'email' },
  { key: 'people.company' },
  { key: 'people.segment' },
  { key: 'people.interests' },
  { key: 'leads.badge' },
  { key: 'people.date', sort: 'created_at' },
] as const

interface EarlyAdopterTableProps {
  people: EarlyAdopter[]
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  /** None where nothing can be done with those who are chosen. */
  selection: Selection | undefined
  onSelect: (selection: Selection) => void
}

/** One row per person; on a phone each row becomes a card of its own. */
export function EarlyAdopterTable(props: EarlyAdopterTableProps) {
  const { people, sorting, onSort, selection, onSelect } = props
  const { t } = useTexts()
  const nameOf = useBadgeNames((badge) => t(`leads.badges.${badge}`))
  const seesAddresses = useCan(leadPermissions.readAddresses)
  return (
    <>
      {selection && (
        <p className={styles.choosePage}>
          <PageBox people={people} selection={selection} onSelect={onSelect} label={t('leads.select.page')} />
          <span aria-hidden="true">{t('leads.select.page')}</span>
        </p>
      )}
      <table className={styles.table} role="table">
        <caption className={styles.caption}>{t('people.title')}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className={styles.choice}>
                <PageBox
                  people={people}
                  selection={selection}
                  onSelect={onSelect}
                  label={t('leads.select.page')}
                />
              </th>
            )}
            {columns
              .filter(({ key }) => seesAddresses || key !== 'people.email')
              .map((column) => (
                <SortableHeader
                  key={column.key}
                  name={column.key}
                  label={t(column.key)}
                  column={'sort' in column ? column.sort : undefined}
                  sorting={sorting}
                  onSort={onSort}
                />
              ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              nameOf={nameOf}
              choice={
                selection && {
                  isChosen: isChosen(selection, person),
                  choose: (isWanted) => onSelect(choose(selection, [person], isWanted, people)),
                }
              }
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

interface PageBoxProps {
  people: EarlyAdopter[]
  selection: Selection
  onSelect: (selection: Selection) => void
  label: string
}

function PageBox({ people, selection, onSelect, label }: PageBoxProps) {
  const chosen = people.filter((person) => isChosen(selection, person)).length
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={chosen === people.length}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < people.length
      }}
      onChange={({ currentTarget }) => onSelect(choose(selection, people, currentTarget.checked))}
    />
  )
}

interface SortableHeaderProps {
  name: string
  label: string
  column: SortColumn | undefined
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

function SortableHeader({ name, label, column, sorting, onSort }: SortableHeaderProps) {
  if (!column)
    return (
      <th role="columnheader" scope="col" data-column={name}>
        {label}
      </th>
    )
  const now = splitSorting(sorting)
  const order = now.column === column ? now.order : undefined
  const arrow = { asc: '↑', desc: '↓' }
  return (
    <th
      role="columnheader"
      scope="col"
      data-column={name}
      aria-sort={order ? ({ asc: 'ascending', desc: 'descending' } as const)[order] : undefined}
    >
      <button type="button" className={styles.sort} onClick={() => onSort(nextSorting(sorting, column))}>
        {label}
        <span aria-hidden="true">{order && arrow[order]}</span>
      </button>
    </th>
  )
}

interface PersonRowProps {
  person: EarlyAdopter
  /** What a badge is called. */
  nameOf: (badge: BadgeType) => string
  choice: { isChosen: boolean; choose: (isWanted: boolean) => void } | undefined
}

function PersonRow({ person, nameOf, choice }: PersonRowProps) {
  const { t, format } = useTexts()
  return (
    <tr role="row" data-chosen={choice?.isChosen || undefined}>
      {choice && (
        <td role="cell" className={styles.choice}>
          <input
            type="checkbox"
            aria-label={t('leads.select.one', { name: person.name })}
            checked={choice.isChosen}
            onChange={({ currentTarget }) => choice.choose(currentTarget.checked)}
          />
        </td>
      )}
      <th role="rowheader" scope="row">
        <Link to={`/admin/early-adopters/${person.id}`}>
          <bdi>{person.name}</bdi>
        </Link>
      </th>
      {person.email !== null && (
        <td role="cell">
          <a href={`mailto:${encodeURIComponent(person.email)}`}>
            <bdi>{person.email}</bdi>
          </a>
        </td>
      )}
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
          format.list(person.interests.map(({ name }) => name))
        ) : (
          <span className={styles.absent}>{t('people.noInterests')}</span>
        )}
      </td>
      <td role="cell" data-label={t('leads.badge')}>
        <span className={styles.seals}>
          {person.badges.map((type) => (
            <span key={type} title={nameOf(type)}>
              <BadgeSeal type={type} size={28} label={nameOf(type)} />
            </span>
          ))}
          {person.badges.length === 0 && <span className={styles.absent}>–</span>}
        </span>
      </td>
      <td role="cell" data-label={t('people.date')} className={styles.date}>
        <time dateTime={person.created_at} title={format.dateTime(person.created_at)}>
          {format.date(person.created_at)}
        </time>
      </td>
    </tr>
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
