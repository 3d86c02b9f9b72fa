import { type PlatformId, platformIds } from '#features/social/contract.ts'
import { type PostStatus, postStatuses } from '#features/social/posts/contract.ts'
import { foldText } from '#shared/fold-text.ts'
import { CalendarDay } from '#shared/time/periods.ts'
import { type CalendarView, calendarViews } from './calendar-days.ts'

/** What the calendar shows, as it is in the address. */
export interface CalendarQuery {
  view: CalendarView
  day: string
  platform: PlatformId | undefined
  /** The id of an account. */
  account: string
  status: PostStatus | undefined
  search: string
  page: number
  /** The id of the post that is open. */
  open: string
}

/** Reads an address; what is unknown or missing is the month of today without filters. */
export function readCalendarQuery(params: URLSearchParams, today: string): CalendarQuery {
  const day = CalendarDay.safeParse(params.get('day'))
  const page = Number(params.get('page'))
  return {
    view: calendarViews.find((one) => one === params.get('view')) ?? 'month',
    day: day.success ? day.data : today,
    platform: platformIds.find((one) => one === params.get('platform')),
    account: params.get('account') ?? '',
    status: postStatuses.find((one) => one === params.get('status')),
    search: params.get('search') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    open: params.get('open') ?? '',
  }
}

/** Writes a query into an address, beside what else is in it. */
export function writeCalendarQuery(
  params: URLSearchParams,
  query: CalendarQuery,
  today: string,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const usual: Record<keyof CalendarQuery, string> = {
    ...{ view: 'month', day: today, platform: '', account: '', status: '', search: '', page: '1', open: '' },
  }
  for (const name of ['view', 'day', 'platform', 'account', 'status', 'search', 'page', 'open'] as const) {
    const value = String(query[name] ?? '')
    if (value === usual[name]) next.delete(name)
    else next.set(name, value)
  }
  return next
}

interface FilteredPost {
  platform: PlatformId
  account_id: string
  account_name: string
  status: PostStatus
  content: string
}

/** Those of the posts that the filters let through. */
export function filterPosts<Post extends FilteredPost>(posts: readonly Post[], query: CalendarQuery): Post[] {
  const { platform, account, status } = query
  const search = foldText(query.search)
  return posts.filter(
    (post) =>
      (platform === undefined || post.platform === platform) &&
      (account === '' || post.account_id === account) &&
      (status === undefined || post.status === status) &&
      (search === '' || foldText(`${post.content} ${post.account_name}`).includes(search)),
  )
}

/** How many filters are chosen. */
export const countFilters = ({ platform, account, status, search }: CalendarQuery): number =>
  [platform, account, status, search].filter(Boolean).length
