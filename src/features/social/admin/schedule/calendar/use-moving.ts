import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { currentZone, formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { usePostActions } from '#features/social/admin/schedule/use-posts.ts'
import { socialPermissions } from '#features/social/permissions.ts'
import type { CalendarPost } from '#features/social/posts/contract.ts'
import { resolveWallTime, wallTimeAt } from '#features/social/posts/model.ts'
import type { Language } from '#shared/languages.ts'
import { type CalendarView, onDay, shiftWallTime, stepOf } from './calendar-days.ts'

/** A post that is being moved, and where it would go. */
interface Grabbed {
  post: CalendarPost
  wallTime: string
}

export type Moving = ReturnType<typeof useMoving>

/** Moves posts to other times: with the pointer, with the keyboard and by a dialog. `reveal` shows the day to which one has gone. */
export function useMoving(view: CalendarView, reveal: (day: string) => void) {
  const { t, language } = useTexts()
  const mayMove = useCan(socialPermissions.publish)
  const [grabbed, setGrabbed] = useState<Grabbed>()
  const [spoken, speak] = useState('')
  const send = useMove(reveal)
  const write = (wallTime: string) => writeWallTime(wallTime, language)

  function move(post: CalendarPost, wallTime: string): void {
    setGrabbed(undefined)
    send(post, wallTime)
  }

  function grab(post: CalendarPost): void {
    if (post.status === 'scheduled' && mayMove) {
      const wallTime = wallTimeAt(new Date(post.scheduled_at), currentZone())
      setGrabbed({ post, wallTime })
      speak(t('calendar.grabbed', { time: write(wallTime) }))
    } else speak(t('calendar.fixed'))
  }

  function keyDown(post: CalendarPost, event: KeyboardEvent<HTMLElement>): void {
    const step = stepOf(event.key, view, getComputedStyle(event.currentTarget).direction === 'rtl')
    if (event.key === ' ') {
      event.preventDefault()
      if (grabbed) move(grabbed.post, grabbed.wallTime)
      else grab(post)
    } else if (grabbed && (event.key === 'Escape' || event.key === 'Tab')) {
      event.stopPropagation()
      setGrabbed(undefined)
      speak(t('calendar.cancelled'))
    } else if (grabbed && step) {
      event.preventDefault()
      const wallTime = shiftWallTime(grabbed.wallTime, step)
      setGrabbed({ ...grabbed, wallTime })
      speak(t('calendar.grabbedAt', { time: write(wallTime) }))
    }
  }

  const drag = useDrag((post, day) =>
    move(post, onDay(wallTimeAt(new Date(post.scheduled_at), currentZone()), day)),
  )
  // The chips are drawn again only when something of theirs changes.
  const latest = useRef(keyDown)
  latest.current = keyDown
  const { begin, wasDragged } = drag
  const handlers = useMemo(
    () => ({
      keyDown: (post: CalendarPost, event: KeyboardEvent<HTMLElement>) => latest.current(post, event),
      pointerDown: (post: CalendarPost, event: PointerEvent<HTMLElement>) => mayMove && begin(post, event),
      wasDragged,
    }),
    [begin, wasDragged, mayMove],
  )
  return {
    ...handlers,
    handlers,
    move,
    grabbedId: grabbed?.post.id,
    /** The day on which what is being moved would be. */
    targetDay: grabbed?.wallTime.slice(0, 10) ?? drag.target?.day,
    /** What is under the pointer while it is dragged. */
    dragged: drag.target,
    spoken,
  }
}

const writeWallTime = (wallTime: string, language: Language) =>
  formatMoment(resolveWallTime(wallTime, currentZone()).instant.toISOString(), language)

/** Sends a post to another time; a toast offers its former time. */
function useMove(reveal: (day: string) => void) {
  const { t, language } = useTexts()
  const toasts = useToasts()
  const actions = usePostActions()
  const { run } = useAction()
  const focus = useFocusOfMoved()
  // The calendar may have been turned before something is undone.
  const latest = useRef(reveal)
  latest.current = reveal
  const write = (wallTime: string) => writeWallTime(wallTime, language)
  return (post: CalendarPost, wallTime: string): void => {
    const zone = currentZone()
    const before = wallTimeAt(new Date(post.scheduled_at), zone)
    if (wallTime === before) return
    if (resolveWallTime(wallTime, zone).instant.getTime() <= Date.now()) {
      toasts.show('error', t('calendar.past'))
      return
    }
    const back = (moved: CalendarPost) =>
      run(
        async () => {
          await actions.move(moved, before, zone)
          focus.bring(post.id)
          latest.current(before.slice(0, 10))
        },
        t('calendar.movedBack', { time: write(before) }),
      )
    run(async () => {
      const moved = await actions.move(post, wallTime, zone)
      focus.bring(post.id)
      latest.current(wallTime.slice(0, 10))
      toasts.show('success', t('calendar.moved', { time: write(wallTime) }), {
        label: t('calendar.undo'),
        run: () => back(moved),
      })
    })
  }
}

/** Gives the focus back to a post that has been drawn elsewhere. */
function useFocusOfMoved() {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined || document.activeElement !== document.body) return
    const chip = document.querySelector<HTMLElement>(`[data-post="${CSS.escape(wanted.current)}"]`)
    if (!chip) return
    chip.focus()
    wanted.current = undefined
  })
  return {
    bring: (id: string) => {
      wanted.current = id
    },
  }
}

interface DragTarget {
  day: string | undefined
  post: CalendarPost
  x: number
  y: number
}

/** How far the pointer goes before a press is a drag. In pixels. */
const slack = 6

/** Drags posts to other days with the pointer. A finger scrolls instead: it has the dialog. */
function useDrag(onDrop: (post: CalendarPost, day: string) => void) {
  const [target, setTarget] = useState<DragTarget>()
  const drop = useRef(onDrop)
  drop.current = onDrop
  const dragged = useRef(false)
  const ending = useRef<AbortController>(undefined)
  useEffect(() => () => ending.current?.abort(), [])

  const begin = useCallback((post: CalendarPost, event: PointerEvent<HTMLElement>) => {
    dragged.current = false
    if (event.button !== 0 || event.pointerType === 'touch' || post.status !== 'scheduled') return
    const { clientX, clientY } = event
    const end = new AbortController()
    ending.current = end
    const options = { signal: end.signal }
    const finish = () => {
      end.abort()
      setTarget(undefined)
    }
    const dayAt = (x: number, y: number) =>
      document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')?.dataset.day
    window.addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y }) => {
        if (!dragged.current && Math.hypot(x - clientX, y - clientY) < slack) return
        dragged.current = true
        setTarget({ post, x, y, day: dayAt(x, y) })
      },
      options,
    )
    window.addEventListener(
      'pointerup',
      ({ clientX: x, clientY: y }) => {
        finish()
        const day = dragged.current ? dayAt(x, y) : undefined
        if (day !== undefined) drop.current(post, day)
      },
      options,
    )
    window.addEventListener('pointercancel', finish, options)
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && finish(), options)
  }, [])

  const wasDragged = useCallback(() => dragged.current, [])
  return { target, begin, wasDragged }
}
