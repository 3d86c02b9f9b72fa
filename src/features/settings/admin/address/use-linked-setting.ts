import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

/** Moves the focus to the setting that the address names after `#`, whenever a link leads to one. */
export function useLinkedSetting(form: RefObject<HTMLFormElement | null>): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link, followed again, leads there again
  useEffect(() => {
    const rows = [...(form.current?.querySelectorAll<HTMLElement>('[data-setting]') ?? [])]
    const row = rows.find(({ dataset }) => `#${dataset.setting}` === hash)
    if (!row) return
    row.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'center' })
  }, [hash, key, form])
}
