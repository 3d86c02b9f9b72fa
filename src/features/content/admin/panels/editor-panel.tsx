import { ActionIcon, Box, Flex } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { CloseIcon } from '#admin/kit/icons.tsx'
import { type Language, languageNames } from '#shared/languages.ts'
import styles from './panels.module.css'
import { type PanelName, panelId } from './use-panel.ts'

interface EditorPanelProps {
  name: PanelName
  title: string
  /** The accessible name, where it says more than the title. */
  label?: string
  language: Language
  /** How much room it would like. */
  size?: 'phone' | 'tablet' | 'desktop'
  /** Whether the panel scrolls, or its content fills it. */
  scrolls?: boolean
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/** A panel beside the text; on a narrow window it takes all of it. */
export function EditorPanel(props: EditorPanelProps) {
  const { name, title, label = title, language, size, scrolls, closeLabel, onClose, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // A field inside may have taken the focus already.
    if (!panel.current?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <aside
      ref={panel}
      id={panelId(name)}
      className={styles.pane}
      data-panel={name}
      data-size={size}
      aria-label={label}
      onKeyDown={(event) => {
        // React passes on the keys of dialogs that were opened from here, which are elsewhere in the document.
        const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
        if (event.key !== 'Escape' || !isInside) return
        event.stopPropagation()
        onClose()
      }}
    >
      <Flex gap="0.75rem" align="center">
        <Box component="h2" ref={heading} tabIndex={-1} fz="1.375rem">
          {title}
        </Box>
        <Box component="span" lang={language} c="dimmed" fz="sm">
          {languageNames[language]}
        </Box>
        <ActionIcon variant="subtle" size="2.75rem" ms="auto" aria-label={closeLabel} onClick={onClose}>
          <CloseIcon />
        </ActionIcon>
      </Flex>
      {scrolls ? <div className={styles.body}>{children}</div> : children}
    </aside>
  )
}
