import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { AwardDialog } from '#features/badges/admin/parts/award-dialog.tsx'
import { useBadgeNames } from '#features/badges/admin/parts/badge-types.ts'
import { badgePermissions } from '#features/badges/permissions.ts'
import styles from '#features/early-adopters/admin/early-adopters.module.css'
import { useTags } from '#features/early-adopters/admin/parts/use-tags.ts'
import { type EarlyAdopter, sortColumns } from '#features/early-adopters/contract.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { InviteButton } from '#features/signatures/admin/parts/invite-button.tsx'
import { InvitePeopleDialog } from '#features/signatures/admin/parts/invite-people-dialog.tsx'
import { signaturePermissions } from '#features/signatures/permissions.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import { BadgeSeal } from '#ui/badge-seal-picture.tsx'
import { nextSorting, type Sorting, splitSorting } from './list-query.ts'
import { choose, isChosen, type Selection } from './selection.ts'

interface EarlyAdopterTableProps {
  people: EarlyAdopter[]
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  /** Undefined when the list has no bulk actions. */
  selection: Selection | undefined
  onSelect: (selection: Selection) => void
}

/** One row per person; on a phone each row becomes a card. */
export function EarlyAdopterTable(props: EarlyAdopterTableProps) {
  const { people, sorting, onSort, selection, onSelect } = props
  const { t } = useTexts()
  const queries = useQueryClient()
  const canAward = useCan(badgePermissions.award)
  const [awarding, setAwarding] = useState<EarlyAdopter>()
  const canInvite = useCan(signaturePermissions.invite)
  const [inviting, setInviting] = useState<EarlyAdopter>()
  const columns = useColumns(canAward ? setAwarding : undefined, canInvite ? setInviting : undefined)
  return (
    <>
      <DataTable
        caption={t('people.title')}
        columns={columns}
        rows={people}
        keyOf={({ id }) => id}
        cardsBelow="wide"
        sorting={{
          ...splitSorting(sorting),
          onSort(key) {
            const column = sortColumns.find((one) => one === key)
            if (column) onSort(nextSorting(sorting, column))
          },
        }}
        selection={
          selection && {
            isChosen: (person) => isChosen(selection, person),
            onChoose: (rows, isWanted) => onSelect(choose(selection, rows, isWanted, people)),
            labelOf: ({ name }) => t('leads.select.one', { name }),
            labelOfPage: t('leads.select.page'),
          }
        }
      />
      {awarding && (
        <AwardDialog
          leads={[awarding]}
          onDone={() => void queries.invalidateQueries({ queryKey: ['early-adopters'] })}
          onClose={() => setAwarding(undefined)}
        />
      )}
      {inviting && <InvitePeopleDialog people={[inviting]} onClose={() => setInviting(undefined)} />}
    </>
  )
}

/** A text that a table cuts off after one line; a card shows the whole of it. */
function OneLine({ text }: { text: string }) {
  return (
    <bdi className={styles.oneLine} title={text}>
      {text}
    </bdi>
  )
}

/** Tags in a row, cut off at its end, which is where that of the first one is; names in two scripts stay in order. */
function TagNames({ names }: { names: string[] }) {
  return (
    <bdi className={styles.oneLine} title={names.join(' · ')}>
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ' · '}
          <span className={styles.tag}>{name}</span>
        </Fragment>
      ))}
    </bdi>
  )
}

/** A dash, and what is missing for those who cannot see the column's heading. */
function Absent({ text }: { text: string }) {
  return (
    <span className={styles.absent} data-absent>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

interface BadgesProps {
  person: EarlyAdopter
  nameOf: (type: BadgeType) => string
  onAward: ((person: EarlyAdopter) => void) | undefined
}

/** The badges of a person, and the button that awards another. */
function Badges({ person, nameOf, onAward }: BadgesProps) {
  const { t } = useTexts()
  const { badges, name } = person
  return (
    <span className={styles.seals}>
      {badges.map((type) => (
        <span key={type} title={nameOf(type)}>
          <BadgeSeal type={type} size={22} label={nameOf(type)} />
        </span>
      ))}
      {onAward ? (
        <TextButton
          aria-label={t('leads.bulk.awardTo', { name })}
          title={t('leads.bulk.award')}
          onClick={() => onAward(person)}
        >
          +
        </TextButton>
      ) : (
        badges.length === 0 && <Absent text={t('leads.withoutBadge')} />
      )}
    </span>
  )
}

/** The column of the tags, once there are any. */
function useTagColumns(): Column<EarlyAdopter>[] {
  const { t } = useTexts()
  const tags = useTags().data ?? []
  if (tags.length === 0) return []
  const cell = (person: EarlyAdopter) =>
    person.tags.length > 0 ? (
      <TagNames names={person.tags.map(({ name }) => name)} />
    ) : (
      <Absent text={t('leads.tags.none')} />
    )
  return [{ key: 'tags', label: t('leads.tags.title'), width: '12%', cell }]
}

type OnPerson = ((person: EarlyAdopter) => void) | undefined

/** The column of the signature, for those who may invite to activate it. */
function useSignatureColumns(onInvite: OnPerson): Column<EarlyAdopter>[] {
  const { t } = useTexts()
  if (!onInvite) return []
  const cell = (person: EarlyAdopter) => <InviteButton name={person.name} onClick={() => onInvite(person)} />
  const label = <VisuallyHidden>{t('signatures.lead.title')}</VisuallyHidden>
  return [{ key: 'signature', label, width: '3.5rem', cell }]
}

function useColumns(onAward: OnPerson, onInvite: OnPerson): Column<EarlyAdopter>[] {
  const { t, format } = useTexts()
  const nameOf = useBadgeNames((badge) => t(`leads.badges.${badge}`))
  const seesAddresses = useCan(leadPermissions.readAddresses)
  const tagColumns = useTagColumns()
  const signatureColumns = useSignatureColumns(onInvite)
  const hasTags = tagColumns.length > 0
  const columns: Column<EarlyAdopter>[] = [
    {
      key: 'name',
      label: t('people.name'),
      isRowHeader: true,
      isSortable: true,
      width: '15%',
      cell: ({ id, name, kind }) => (
        <>
          <Link to={`/admin/early-adopters/${id}`}>
            <bdi>{name}</bdi>
          </Link>
          {kind !== 'adopter' && <Detail>{t(`leads.kinds.${kind}`)}</Detail>}
        </>
      ),
    },
    {
      key: 'email',
      label: t('people.email'),
      isSortable: true,
      hidesCardLabel: true,
      width: '16%',
      cell: ({ email }) =>
        email !== null && (
          <a href={`mailto:${encodeURIComponent(email)}`}>
            <OneLine text={email} />
          </a>
        ),
    },
    {
      key: 'company',
      label: t('people.company'),
      cell: ({ company }) => (company ? <OneLine text={company} /> : <Absent text={t('people.noCompany')} />),
    },
    {
      key: 'segment',
      label: t('people.segment'),
      ...(hasTags && { width: '12%' }),
      cell: ({ segment }) => <OneLine text={t(`segments.${segment}`)} />,
    },
    {
      key: 'interests',
      label: t('people.interests'),
      width: hasTags ? '9%' : '12%',
      cell: ({ interests }) =>
        interests.length > 0 ? (
          <OneLine text={format.list(interests.map(({ name }) => name))} />
        ) : (
          <Absent text={t('people.noInterests')} />
        ),
    },
    ...tagColumns,
    {
      key: 'badges',
      label: t('leads.badge'),
      width: '6rem',
      cell: (person) => <Badges person={person} nameOf={nameOf} onAward={onAward} />,
    },
    {
      key: 'created_at',
      label: t('people.date'),
      isSortable: true,
      width: '9rem',
      cell: ({ created_at }) => (
        <time className={styles.date} dateTime={created_at} title={format.dateTime(created_at)}>
          {format.date(created_at)}
        </time>
      ),
    },
    ...signatureColumns,
  ]
  return columns.filter(({ key }) => seesAddresses || key !== 'email')
}
