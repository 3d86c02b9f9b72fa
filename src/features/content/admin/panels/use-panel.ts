import { useSearchParams } from 'react-router'

/** What can be open beside a text: one at a time, named in the address. */
export const panelNames = ['preview', 'search', 'history', 'comments'] as const
export type PanelName = (typeof panelNames)[number]

export interface EditorPanels {
  open: PanelName | undefined
  toggle(name: PanelName): void
  close(): void
}

/** The element id of a panel, which the button that opens it controls. */
export const panelId = (name: PanelName) => `panel-${name}`

/** The panel that the address names. Opening one can be undone with the back button. */
export function usePanels(): EditorPanels {
  const [params, setParams] = useSearchParams()
  const open = panelNames.find((name) => name === params.get('panel'))

  function show(next: PanelName | undefined) {
    const address = new URLSearchParams(params)
    if (next) address.set('panel', next)
    else address.delete('panel')
    setParams(address, { replace: open !== undefined, preventScrollReset: true })
  }

  return {
    open,
    toggle: (name) => show(name === open ? undefined : name),
    close() {
      show(undefined)
      if (open) document.querySelector<HTMLElement>(`[aria-controls="${panelId(open)}"]`)?.focus()
    },
  }
}
