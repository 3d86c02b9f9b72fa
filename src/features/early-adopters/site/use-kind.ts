import { useEffect, useRef, useState } from 'react'
import type { RegistrationProps } from './registration-props.ts'

type Shown = Pick<RegistrationProps, 'texts' | 'kind'>

/** The form's texts for another kind of request, from the page that has them. @throws when it cannot be read */
async function readForm(address: string): Promise<Shown> {
  const answer = await fetch(address)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return JSON.parse(page.getElementById('registration')?.dataset.props ?? '')
}

/**
 * What the form asks for. Links that choose it (`data-kind`) lead to a page whose form asks for that. Once the form is
 * alive it changes in place, so that nothing typed is lost, and the address says what is chosen.
 */
export function useKind({ texts, kind }: Shown): Shown {
  const [shown, setShown] = useState<Shown>({ texts, kind })
  const latest = useRef('')
  useEffect(() => {
    if (shown.texts === texts) return
    const form = document.querySelector('#registration form')
    form?.querySelector<HTMLElement>('h3, :checked')?.focus({ preventScroll: true })
    form?.scrollIntoView({ behavior: 'instant' })
  }, [shown, texts])
  useEffect(() => {
    async function follow(event: MouseEvent) {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-kind]')
      if (
        !link ||
        !document.querySelector('#registration form') ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      latest.current = link.href
      try {
        const { texts, kind } = await readForm(link.href)
        if (latest.current !== link.href) return
        setShown({ texts, kind })
        history.replaceState(null, '', link.href)
      } catch {
        location.assign(link.href)
      }
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [])
  return shown
}
