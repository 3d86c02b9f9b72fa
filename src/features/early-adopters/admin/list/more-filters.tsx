import { Button, Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/early-adopters.module.css'

interface MoreFiltersProps {
  /** How many of the filters in it are set. */
  active: number
  children: ReactNode
}

/** The filters that are needed less often, behind a button, so that the list begins high up. */
export function MoreFilters({ active, children }: MoreFiltersProps) {
  const { t, format } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const label = t('leads.moreFilters')
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="none">
      <Popover.Target>
        <Button variant="default" size="sm" rightSection={<ChevronIcon />} onClick={() => setOpen(!isOpen)}>
          {active > 0 ? `${label} (${format.number(active)})` : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.more ?? ''} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
