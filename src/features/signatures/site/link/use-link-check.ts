import { useCallback, useEffect, useRef, useState } from 'react'
import type { Language } from '#shared/languages.ts'
import { checkLink, type LinkCheck } from './link-check.ts'

// How long the page may have been out of sight, or the device asleep, before the link is checked again, in milliseconds.
const longAbsence = 20_000

interface LinkCheckOptions {
  token: string
  language: Language
  /** Whether there is anything to check: not once the signature is activated or the link refused. */
  isOpen: boolean
  onAnswer(answer: LinkCheck): void
}

/**
 * Checks the link when the page has been loaded, has come back from the browser's history, and after an absence.
 */
export function useLinkCheck({ token, language, isOpen, onAnswer }: LinkCheckOptions) {
  const [status, setStatus] = useState<'waiting' | 'running' | 'failed' | 'passed'>('waiting')
  const newest = useRef(0)
  const answer = useRef(onAnswer)
  answer.current = onAnswer

  const check = useCallback(async () => {
    newest.current += 1
    const own = newest.current
    setStatus('running')
    const found = await checkLink(token, language)
    // An older answer says nothing that a newer one does not.
    if (own !== newest.current) return
    setStatus(found.status === 'unknown' ? 'failed' : 'passed')
    answer.current(found)
  }, [token, language])

  useEffect(() => {
    if (!isOpen) return
    void check()
    const stop = watchAbsence(() => void check())
    return () => {
      stop()
      // What is still on its way comes too late.
      newest.current += 1
    }
  }, [isOpen, check])

  return { status, check }
}

/** Calls `onReturn` when the page comes back from the browser's history, into sight, or the device from its sleep. */
function watchAbsence(onReturn: () => void): () => void {
  // The clock of the device goes on while timers and the monotonic clock stand still.
  let seenAt = Date.now()
  const look = () => {
    if (document.hidden) return
    const absence = Date.now() - seenAt
    seenAt = Date.now()
    if (absence > longAbsence) onReturn()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    seenAt = Date.now()
    onReturn()
  }
  const timer = setInterval(look, 1000)
  document.addEventListener('visibilitychange', look)
  addEventListener('pageshow', onShow)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    removeEventListener('pageshow', onShow)
  }
}
