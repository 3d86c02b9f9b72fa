import type { AdminScreen } from '#admin/kit/screen.ts'
import type { TextKey } from '#admin/kit/texts/texts.ts'
import { settingPermissions } from '#features/settings/permissions.ts'

const foundAs = (label: TextKey) => ({ label, permission: settingPermissions.change })

export const screens: readonly AdminScreen[] = [
  {
    path: 'settings',
    menu: { label: 'screens.settings', group: 'system', order: 10, permission: settingPermissions.change },
    load: async () => (await import('./general-screen.tsx')).GeneralScreen,
  },
  {
    path: 'settings/seo',
    found: foundAs('screens.settingsSeo'),
    load: async () => (await import('./seo-screen.tsx')).SeoScreen,
  },
  {
    path: 'settings/social',
    found: foundAs('screens.settingsSocial'),
    load: async () =>
      (await import('#features/settings/admin/social/social-settings-screen.tsx')).SocialSettingsScreen,
  },
  {
    path: 'settings/translation',
    found: foundAs('screens.settingsTranslation'),
    load: async () =>
      (await import('#features/settings/admin/translation/translation-screen.tsx')).TranslationScreen,
  },
  {
    path: 'settings/documents',
    found: foundAs('screens.settingsDocuments'),
    load: async () => (await import('./documents-screen.tsx')).DocumentSettingsScreen,
  },
  {
    path: 'settings/signatures',
    found: foundAs('screens.settingsSignatures'),
    load: async () =>
      (await import('#features/settings/admin/signatures/signature-settings-screen.tsx'))
        .SignatureSettingsScreen,
  },
  {
    path: 'settings/backups',
    found: foundAs('screens.settingsBackups'),
    load: async () =>
      (await import('#features/settings/admin/backups/backup-settings-screen.tsx')).BackupSettingsScreen,
  },
  {
    path: 'settings/api',
    found: foundAs('screens.settingsApi'),
    load: async () => (await import('./api-screen.tsx')).ApiScreen,
  },
  {
    path: 'settings/history',
    found: foundAs('screens.settingsHistory'),
    load: async () => (await import('#features/settings/admin/history/history-screen.tsx')).HistoryScreen,
  },
]
