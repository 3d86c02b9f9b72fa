import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useId, useMemo, useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { BackIcon, Icon } from '#admin/kit/icons.tsx'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { SearchFilter, SelectFilter } from '#admin/kit/list/filters.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { composerId } from '#features/social/admin/schedule/composer/composer.tsx'
import {
  findNear,
  type Neighbours,
  noNeighbours,
} from '#features/social/admin/schedule/composer/neighbours.ts'
import { useAccounts, useCalendarPosts } from '#features/social/admin/schedule/use-posts.ts'
import { platformIds, platformNames } from '#features/social/contract.ts'
import { socialPermissions } from '#features/social/permissions.ts'
import type { CalendarPost } from '#features/social/posts/contract.ts'
import { type PostStatus, postStatuses } from '#features/social/posts/contract.ts'
import styles from './calendar.module.css'
import { calendarViews, groupByDay, turn } from './calendar-days.ts'
import { type CalendarQuery, countFilters, filterPosts } from './calendar-query.ts'
import { DaysView, MonthView, type ViewProps } from './day-views.tsx'
import { ListView } from './list-view.tsx'
import { PostDialog } from './post-dialog.tsx'
import { type Calendar, useCalendarQuery } from './use-calendar-query.ts'
import { type Marks, useMarks } from './use-marks.ts'
import { useMoving } from './use-moving.ts'

/** The id of its heading, which other parts of the screen lead to. */
export const calendarId = 'calendario'

/** The calendar of the posts: a month, a week, a day or a list, as the address says. */
export function CalendarPanel({ leaveFor }: { leaveFor: (work: () => void) => void }) {
  const { t } = useTexts()
  const calendar = useCalendarQuery()
  return (
    <Panel title={t('calendar.title')} headingId={calendarId} aside={<ViewChoice calendar={calendar} />}>
      <Navigation calendar={calendar} />
      <Filters calendar={calendar} />
      {calendar.query.view === 'list' ? (
        <ListPart calendar={calendar} leaveFor={leaveFor} />
      ) : (
        <DayPart calendar={calendar} leaveFor={leaveFor} />
      )}
    </Panel>
  )
}

function ViewChoice({ calendar: { query, change } }: { calendar: Calendar }) {
  const { t } = useTexts()
  return (
    <Segmented
      legend={t('calendar.view')}
      options={calendarViews.map((value) => ({ value, label: t(`calendar.views.${value}`) }))}
      value={query.view}
      onChange={(view) => change({ view })}
    />
  )
}

function Navigation({ calendar }: { calendar: Calendar }) {
  const { t } = useTexts()
  const { query, days, today, change } = calendar
  const mayWrite = useCan(socialPermissions.publish)
  const go = (direction: 1 | -1) => change({ day: turn(query.view, query.day, direction) })
  return (
    <div className={styles.navigation}>
      <h3 aria-live="polite">{useTitle(query, days)}</h3>
      <div>
        {mayWrite && (
          <Button component="a" href={`#${composerId}`} variant="default">
            {t('composer.title')}
          </Button>
        )}
        <button
          type="button"
          className={styles.turn}
          aria-label={t('calendar.previous')}
          onClick={() => go(-1)}
        >
          <BackIcon />
        </button>
        <Button variant="default" onClick={() => change({ day: today })}>
          {t('calendar.today')}
        </Button>
        <button type="button" className={styles.turn} aria-label={t('calendar.next')} onClick={() => go(1)}>
          <Icon flips>
            <path d="M4 10h12M11 5l5 5-5 5" />
          </Icon>
        </button>
      </div>
    </div>
  )
}

/** What is shown, in words: a month, a range of days, a day. */
function useTitle({ view, day }: CalendarQuery, days: readonly string[]): string {
  const { language } = useTexts()
  if (view === 'month' || view === 'list')
    return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(day),
    )
  const format = new Intl.DateTimeFormat(language, {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  })
  if (view === 'day') return format.format(new Date(day))
  const short = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return short.formatRange(new Date(days[0] ?? day), new Date(days.at(-1) ?? day))
}

function Filters({ calendar: { query, change } }: { calendar: Calendar }) {
  const { t } = useTexts()
  const accounts = useAccounts()
  const [typed, setTyped] = useState(query.search)
  const search = useDebouncedCallback(
    (text: string) => change({ search: text.trim() }, { replace: true }),
    250,
  )
  return (
    <FilterBar label={t('calendar.filters')} active={countFilters(query)}>
      <SearchFilter
        label={t('calendar.search')}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          search(text)
        }}
      />
      <SelectFilter
        label={t('calendar.platform')}
        any={t('calendar.anyPlatform')}
        options={platformIds.map((value) => ({ value, label: platformNames[value] }))}
        value={query.platform ?? ''}
        onChange={(value) => change({ platform: platformIds.find((one) => one === value) })}
      />
      <SelectFilter
        label={t('calendar.account')}
        any={t('calendar.anyAccount')}
        options={(accounts.data ?? []).map(({ id, platform, account_name }) => ({
          value: id,
          label: `${platformNames[platform]} · ${account_name}`,
        }))}
        value={query.account}
        onChange={(account) => change({ account })}
      />
      <SelectFilter
        label={t('calendar.status')}
        any={t('calendar.anyStatus')}
        options={postStatuses.map((value) => ({ value, label: t(`calendar.statuses.${value}`) }))}
        value={query.status ?? ''}
        onChange={(value) => change({ status: postStatuses.find((one): one is PostStatus => one === value) })}
      />
    </FilterBar>
  )
}

interface PartProps {
  calendar: Calendar
  leaveFor: (work: () => void) => void
}

const noPosts: CalendarPost[] = []

/** The posts in the cells of days. */
function DayPart({ calendar, leaveFor }: PartProps) {
  const { t } = useTexts()
  const { query, days, range, zone, today } = calendar
  const posts = useCalendarPosts(range)
  const shown = useMemo(() => filterPosts(posts.data ?? noPosts, query), [posts.data, query])
  const byDay = useMemo(() => groupByDay(shown, zone), [shown, zone])
  const marks = useMarks(posts.data ?? noPosts)
  const moving = useMoving(query.view, calendar.reveal)
  const hintId = useId()
  const mayMove = useCan(socialPermissions.publish)
  if (posts.isError && !posts.data) return <LoadFailure query={posts} title={t('calendar.loadFailed')} />
  if (!posts.data) return <LoadingBlock height={480} />
  const view: ViewProps = {
    ...{ days, posts: byDay, today, marks, moving, hintId },
    linkOfDay: (day) => calendar.linkOf({ view: 'day', day }),
    onOpen: calendar.open,
  }
  return (
    <StaleFrame query={posts}>
      <MarkSummary marks={marks} />
      {shown.length === 0 && (
        <Hint>{t(countFilters(query) > 0 ? 'calendar.noneFound' : 'calendar.none')}</Hint>
      )}
      {query.view === 'month' ? (
        <MonthView {...view} month={query.day.slice(0, 7)} />
      ) : (
        <DaysView {...view} />
      )}
      <div id={hintId} className={styles.keys}>
        {mayMove && <Hint>{t('calendar.keys')}</Hint>}
      </div>
      <div role="status" className={styles.spoken} data-held={moving.grabbedId !== undefined || undefined}>
        {moving.spoken}
      </div>
      <Dragged moving={moving} />
      <PostDialog
        id={calendar.openId}
        neighbours={neighboursOf(calendar.openId, marks, posts.data)}
        onMove={moving.move}
        leaveFor={leaveFor}
        onClose={calendar.close}
      />
    </StaleFrame>
  )
}

/** How many posts are too near each other. */
function MarkSummary({ marks }: { marks: Marks }) {
  const { t, format } = useTexts()
  const { conflicts, similar } = marks
  if (conflicts.size === 0 && similar.size === 0) return null
  return (
    <div className={styles.summary}>
      {conflicts.size > 0 && (
        <Hint>{t('calendar.conflicts', { number: format.number(conflicts.size) })}</Hint>
      )}
      {similar.size > 0 && <Hint>{t('calendar.duplicates', { number: format.number(similar.size) })}</Hint>}
    </div>
  )
}

/** How many posts are named that say nearly the same as another: thousands may be alike. */
const mostNamed = 3

/** The posts that are pointed out beside one of those that are shown. */
function neighboursOf(id: string | undefined, marks: Marks, posts: readonly CalendarPost[]): Neighbours {
  const post = posts.find((one) => one.id === id)
  if (!post) return noNeighbours
  const own = posts.filter((one) => one.account_id === post.account_id && one !== post)
  return {
    near: marks.conflicts.has(post.id) ? findNear(new Date(post.scheduled_at), own) : [],
    similar: own.filter((one) => marks.similar.get(post.id)?.includes(one.id)).slice(0, mostNamed),
  }
}

/** What the pointer carries. */
function Dragged({ moving: { dragged } }: { moving: ReturnType<typeof useMoving> }) {
  const { format } = useTexts()
  if (!dragged) return null
  const { post, x, y } = dragged
  return (
    <div className={styles.dragged} style={{ transform: `translate(${x}px, ${y}px)` }} aria-hidden="true">
      {format.time(post.scheduled_at)} <bdi>{post.content.slice(0, 40)}</bdi>
    </div>
  )
}

/** The posts in a table. */
function ListPart({ calendar, leaveFor }: PartProps) {
  const { query, range, change } = calendar
  const moving = useMoving('list', calendar.reveal)
  return (
    <>
      <ListView {...{ query, range }} onOpen={calendar.open} onPage={(page) => change({ page })} />
      <PostDialog
        id={calendar.openId}
        neighbours={noNeighbours}
        onMove={moving.move}
        leaveFor={leaveFor}
        onClose={calendar.close}
      />
    </>
  )
}
