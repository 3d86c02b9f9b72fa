import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { usePreferences } from '#admin/kit/api/use-preferences.ts'
import { takeChosenLanguage } from '#admin/kit/texts/chosen-language.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SignedInUser } from '#shared/user.ts'

/**
 * Makes the panel look as the signed-in user has chosen, in whatever browser; returns whether it does. A language that they
 * have just chosen on the sign-in screen stays, and becomes that of the account.
 */
export function useOwnLook(user: SignedInUser | undefined): boolean {
  const { language, chooseLanguage, chooseTimeZone } = useTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const store = usePreferences()
  const [isDressed, setDressed] = useState(false)
  const hasBegun = useRef(false)

  async function dress({ language: wanted, theme }: SignedInUser): Promise<void> {
    if (theme !== null && theme !== colorScheme) setColorScheme(theme)
    const chosen = takeChosenLanguage()
    if (chosen !== undefined && chosen !== wanted) store({ language: chosen })
    else if (wanted !== null && wanted !== language) await chooseLanguage(wanted)
    setDressed(true)
  }

  const zone = user?.time_zone
  useEffect(() => {
    if (zone !== undefined) chooseTimeZone(zone)
  }, [zone, chooseTimeZone])
  useEffect(() => {
    // Once: later the user chooses here, and other windows follow when they are opened.
    if (!user || hasBegun.current) return
    hasBegun.current = true
    void dress(user)
  })
  return isDressed
}
