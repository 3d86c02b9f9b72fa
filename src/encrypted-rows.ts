import { encryptedAccountRows } from './features/accounts/commands.ts'
import { encryptedBackupRows } from './features/backups/commands.ts'
import { encryptedSettingRows } from './features/settings/commands.ts'
import { encryptedSignatureRows } from './features/signatures/commands.ts'
import { encryptedSocialRows } from './features/social/commands.ts'
import { encryptedWebhookRows } from './features/webhooks/commands.ts'
import type { EncryptedRows } from './platform/secrets/encrypted-rows.ts'
import { signingKeySecrets } from './platform/secrets/signing-key-store.ts'

/** What is stored encrypted, which `rotate-keys` encrypts under the new secret. */
export const encryptedRows: readonly EncryptedRows[] = [
  ...encryptedAccountRows,
  ...encryptedBackupRows,
  ...encryptedSettingRows,
  ...encryptedSignatureRows,
  ...encryptedSocialRows,
  ...encryptedWebhookRows,
  signingKeySecrets,
]
