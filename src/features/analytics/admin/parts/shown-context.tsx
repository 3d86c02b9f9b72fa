import { createContext, use } from 'react'
import { useLocation } from 'react-router'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type FilteredPart, listUnapplied, readShown, type Shown, writeShown } from './shown.ts'
import './texts.ts'

/** What the figures of the screen are shown of. */
export const ShownContext = createContext<Shown>(readShown(new URLSearchParams()))
export const useShown = (): Shown => use(ShownContext)

/** Returns what makes the address of the screen as it shows something. A shared link keeps its token there. */
export function useAddressOf(): (shown: Shown) => { search: string; hash: string } {
  const { hash } = useLocation()
  return (shown) => ({ search: writeShown(shown).toString(), hash })
}

/** Says which of the filters do not narrow a part of the screen. */
export function UnappliedFilters({ part }: { part: FilteredPart }) {
  const { t, format } = useTexts()
  const names = listUnapplied(useShown(), part).map((one) => t(`visits.filters.names.${one}`))
  return names.length > 0 && <Hint>{t('visits.filters.unapplied', { names: format.list(names) })}</Hint>
}
