import { useEffect, useRef, useState } from 'react'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'
import { formatDigits } from '#ui/typesetting.ts'
import { findAnnouncement, formatCountdown, type SpokenSeconds, secondsUntil } from './countdown.ts'

interface CountdownProps {
  /** In milliseconds of `performance.now()`. */
  deadline: number
  language: Language
  onEnd(): void
  t: Translate
}

/** The time left, each second. It is said aloud only a few times, not each second. */
export function Countdown({ deadline, language, onEnd, t }: CountdownProps) {
  const [left, setLeft] = useState(() => secondsUntil(deadline, performance.now()))
  const [spoken, setSpoken] = useState<SpokenSeconds>()
  const shown = useRef(left)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      const now = performance.now()
      const seconds = secondsUntil(deadline, now)
      const announcement = findAnnouncement(shown.current, seconds)
      if (announcement) setSpoken(announcement)
      shown.current = seconds
      setLeft(seconds)
      if (seconds === 0) return end.current()
      // To the next whole second, so that none is left out; a few hundred hours are more than a timer can wait for.
      timer = setTimeout(tick, (deadline - now) % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [deadline])

  return (
    <div className="time">
      <p className="label">{t('activation:time.left')}</p>
      {/* A timer is not said aloud while it runs (WAI-ARIA 1.2, role timer). */}
      <p className="countdown" role="timer" aria-live="off" dir="ltr">
        {formatDigits(formatCountdown(left), language)}
      </p>
      <p className="unseen" role="status">
        {spoken && t(`activation:time.spoken.${spoken}`)}
      </p>
    </div>
  )
}
