import { memo } from 'react'
import { Link } from 'react-router'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { CalendarPost } from '#features/social/posts/contract.ts'
import styles from './calendar.module.css'
import { PostChip } from './post-chip.tsx'
import type { Marks } from './use-marks.ts'
import type { Moving } from './use-moving.ts'
import { VirtualList } from './virtual-list.tsx'

export interface ViewProps {
  days: readonly string[]
  posts: ReadonlyMap<string, readonly CalendarPost[]>
  today: string
  marks: Marks
  moving: Moving
  hintId: string
  linkOfDay: (day: string) => string
  onOpen: (id: string) => void
}

const nothing: readonly CalendarPost[] = []

/** How many posts a cell of the month shows before the rest is a number. */
const shownInCell = 3

/** A month of days, in weeks; on a phone a list of the days that have posts. */
export function MonthView({ month, ...props }: ViewProps & { month: string }) {
  return (
    <div className={styles.monthFrame}>
      <Weekdays days={props.days.slice(0, 7)} />
      <ol className={styles.month}>
        {props.days.map((day) => (
          <MonthDay
            key={day}
            day={day}
            posts={props.posts.get(day) ?? nothing}
            isOther={!day.startsWith(month)}
            isToday={day === props.today}
            isTarget={props.moving.targetDay === day}
            handlers={props.moving.handlers}
            grabbedId={props.moving.grabbedId}
            marks={props.marks}
            hintId={props.hintId}
            link={props.linkOfDay(day)}
            onOpen={props.onOpen}
          />
        ))}
      </ol>
    </div>
  )
}

/** The names of the weekdays above their columns; each day says its own to screen readers. */
function Weekdays({ days }: { days: readonly string[] }) {
  const { language } = useTexts()
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <div className={styles.weekdays} aria-hidden="true">
      {days.map((day) => (
        <span key={day}>{format.format(new Date(day))}</span>
      ))}
    </div>
  )
}

interface DayProps {
  day: string
  posts: readonly CalendarPost[]
  isToday: boolean
  isTarget: boolean
  handlers: Moving['handlers']
  grabbedId: string | undefined
  marks: Marks
  hintId: string
  link: string
  onOpen: (id: string) => void
}

const MonthDay = memo(function MonthDay(props: DayProps & { isOther: boolean }) {
  const { day, posts, isOther, isToday, isTarget, link } = props
  const { t, format } = useTexts()
  const rest = posts.length - shownInCell
  return (
    <li
      className={styles.cell}
      data-day={day}
      data-other={isOther || undefined}
      data-today={isToday || undefined}
      data-target={isTarget || undefined}
      data-empty={posts.length === 0 || undefined}
    >
      <DayHeading day={day} link={link} isToday={isToday} />
      {posts.length > 0 && (
        <ul>
          {posts.slice(0, shownInCell).map((post) => (
            <li key={post.id}>
              <Chip {...props} post={post} />
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Link className={styles.rest} to={link}>
          <span aria-hidden="true">{t('calendar.more', { number: format.number(rest) })}</span>
          <VisuallyHidden>
            {t('calendar.moreOf', { day: format.day(day), number: format.number(posts.length) })}
          </VisuallyHidden>
        </Link>
      )}
    </li>
  )
})

function Chip({ post, handlers, grabbedId, marks, hintId, onOpen }: DayProps & { post: CalendarPost }) {
  return (
    <PostChip
      post={post}
      marks={marks}
      moving={handlers}
      isGrabbed={grabbedId === post.id}
      hintId={hintId}
      onOpen={onOpen}
    />
  )
}

interface DayHeadingProps {
  day: string
  link: string
  isToday: boolean
}

/** The number of a day, which leads to the day; in words on a phone and to screen readers. */
function DayHeading({ day, link, isToday }: DayHeadingProps) {
  const { t, language, format } = useTexts()
  const date = new Date(day)
  const write = (length: 'long' | 'short') =>
    new Intl.DateTimeFormat(language, {
      ...{ weekday: length, day: 'numeric', month: length, timeZone: 'UTC' },
    }).format(date)
  return (
    <h3 className={styles.dayHeading}>
      <Link to={link} aria-current={isToday ? 'date' : undefined}>
        <VisuallyHidden>{write('long')}</VisuallyHidden>
        <span className={styles.dayNumber} aria-hidden="true">
          {format.number(date.getUTCDate())}
        </span>
        <span className={styles.dayName} aria-hidden="true">
          {write('short')}
        </span>
        {isToday && <small>{t('calendar.today')}</small>}
      </Link>
    </h3>
  )
}

/** Days beside each other with all of their posts; below each other where the window is narrow. A single day is one column. */
export function DaysView(props: ViewProps) {
  return (
    <ol className={styles.days} data-count={props.days.length}>
      {props.days.map((day) => (
        <DayColumn
          key={day}
          day={day}
          posts={props.posts.get(day) ?? nothing}
          isToday={day === props.today}
          isTarget={props.moving.targetDay === day}
          handlers={props.moving.handlers}
          grabbedId={props.moving.grabbedId}
          marks={props.marks}
          hintId={props.hintId}
          link={props.linkOfDay(day)}
          onOpen={props.onOpen}
        />
      ))}
    </ol>
  )
}

const DayColumn = memo(function DayColumn(props: DayProps) {
  const { day, posts, isToday, isTarget, link } = props
  const { t, format } = useTexts()
  return (
    <li
      className={styles.column}
      data-day={day}
      data-today={isToday || undefined}
      data-target={isTarget || undefined}
      data-empty={posts.length === 0 || undefined}
    >
      <DayHeading day={day} link={link} isToday={isToday} />
      {posts.length > 0 && (
        <>
          <Hint>{t('calendar.count', { number: format.number(posts.length) })}</Hint>
          <VirtualList label={format.day(day)} items={posts} keyOf={({ id }) => id}>
            {(post) => <Chip {...props} post={post} />}
          </VirtualList>
        </>
      )}
    </li>
  )
})
