import { type ComponentType, lazy, Suspense } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { nameCountry } from '#ui/typesetting.ts'
import styles from './country-name.module.css'
import type { FlagProps } from './flag.tsx'

// A flag that cannot be loaded is not worth the screen around it.
const NoFlag: ComponentType<FlagProps> = () => null
const Flag = lazy(async () => ({
  default: await import('./flag.tsx').then(
    (loaded) => loaded.Flag,
    () => NoFlag,
  ),
}))

/** A country with its flag and its name in the reader's language, by its ISO 3166-1 code. */
export function CountryName({ code }: { code: string }) {
  const { language } = useTexts()
  return (
    <>
      <Suspense fallback={<span className={styles.space} />}>
        <Flag country={code} className={styles.flag} />
      </Suspense>
      {nameCountry(code, language)}
    </>
  )
}
