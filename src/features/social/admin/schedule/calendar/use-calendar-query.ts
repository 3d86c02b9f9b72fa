import { useCallback, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { currentZone } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { wallTimeAt } from '#features/social/posts/model.ts'
import { daysOfView, firstWeekday, momentsOf } from './calendar-days.ts'
import { type CalendarQuery, readCalendarQuery, writeCalendarQuery } from './calendar-query.ts'

export type Calendar = ReturnType<typeof useCalendarQuery>

/** What the address says of the calendar, and its changes. */
export function useCalendarQuery() {
  const { language } = useTexts()
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const zone = currentZone()
  const today = wallTimeAt(new Date(), zone).slice(0, 10)
  const query = readCalendarQuery(params, today)
  const { view, day } = query
  const days = useMemo(() => daysOfView(view, day, firstWeekday(language)), [view, day, language])
  const range = useMemo(() => momentsOf(days, zone), [days, zone])
  const address = (changes: Partial<CalendarQuery>) =>
    writeCalendarQuery(params, { ...query, page: 1, open: '', ...changes }, today)
  const opening = useOpening((open) => writeCalendarQuery(params, { ...query, open }, today))
  return {
    ...opening,
    openId: query.open || undefined,
    ...{ query, days, range, zone, today },
    change: (changes: Partial<CalendarQuery>, options?: { replace: boolean }) =>
      setParams(address(changes), { preventScrollReset: true, ...options }),
    /** Shows the part of the calendar with a day in it. */
    reveal: (shown: string) => {
      if (!days.includes(shown))
        setParams(address({ day: shown }), { preventScrollReset: true, replace: true })
    },
    linkOf: (changes: Partial<CalendarQuery>) => `${pathname}?${address(changes)}`,
  }
}

/** Opens posts so that the way back closes them, also where somebody has come by the address of one. */
function useOpening(addressOf: (id: string) => URLSearchParams) {
  const [, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  // The chips are drawn again only when something of theirs changes.
  const latest = useRef(addressOf)
  latest.current = addressOf
  const set = useRef(setParams)
  set.current = setParams
  return {
    open: useCallback(
      (id: string) =>
        set.current(latest.current(id), { preventScrollReset: true, state: { isOpened: true } }),
      [],
    ),
    close: () => {
      if (state?.isOpened) void navigate(-1)
      else setParams(addressOf(''), { preventScrollReset: true, replace: true })
    },
  }
}
