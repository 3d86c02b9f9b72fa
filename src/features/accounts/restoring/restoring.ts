import type { BackupPart, FindDeleted } from '#feature.ts'
import { createAccountRestoringStore } from './restoring-store.ts'

/**
 * Sessions and the links that let somebody in end with a restore. Who is in the backup and here keeps the name, password, second
 * factors and permissions of now; who was deleted since stays deleted.
 */
export function createAccountBackup(findDeleted: FindDeleted): BackupPart {
  return {
    emptied: ['sessions', 'login_attempts', 'factor_challenges', 'password_resets', 'user_email_changes'],
    compared: ['users', 'invitations', 'totp_keys', 'passkeys', 'recovery_codes', 'user_pictures'],
    async keep(transaction) {
      const store = createAccountRestoringStore(transaction)
      await store.removeDeleted(findDeleted)
      await store.takeOverUsers()
      await store.keepAnAdmin()
      await store.takeOverBelongings()
    },
  }
}
