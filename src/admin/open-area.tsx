import { useState } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import { CrashScreen } from '#admin/layout/crash-screen.tsx'
import '#admin/layout/shell-styles.ts'
import { Waiting } from '#admin/layout/waiting.tsx'
import adminTexts from '../../locales/es/admin.json'
import { openScreens } from './open-screens.ts'

addBuiltInTexts('admin', adminTexts)

/** The screens that need no sign-in and draw more than a form. */
export function OpenArea() {
  const [router] = useState(() =>
    createBrowserRouter(
      openScreens.map(({ path, load }) => ({
        ...{ path, ErrorBoundary: CrashScreen, HydrateFallback: Waiting },
        lazy: async () => ({ Component: await load() }),
      })),
    ),
  )
  return <RouterProvider router={router} />
}
