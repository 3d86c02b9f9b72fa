import { z } from 'zod'
import type { Language } from '#shared/languages.ts'
import {
  type NewNotification,
  type NotificationSource,
  type NotificationType,
  notificationOf,
  type Told,
} from '#shared/notifications/type.ts'
import { signaturePermissions } from './permissions.ts'

const ActivationData = z.object({ signature_id: z.uuid(), lead_id: z.uuid() })
type ActivationData = z.infer<typeof ActivationData>

/** Somebody has activated their signature. */
const signatureActivated: NotificationType<ActivationData> = {
  name: 'signatures.activated',
  permission: signaturePermissions.read,
  schema: ActivationData,
  mail: 'daily',
  isAlarming: false,
  isAboutPeople: true,
  groupMinutes: 5,
}

/** The notification of an activation. */
export function tellOfActivation(data: ActivationData, at: Date): NewNotification {
  return notificationOf(signatureActivated, { data, at, personId: data.lead_id })
}

const listPath = '/admin/signatures'

/** What the team is told about signatures. */
export function createSignatureNotifications({
  findNames,
}: {
  /** The names of leads by id. */
  findNames(ids: string[]): Promise<Map<string, string>>
}): NotificationSource[] {
  async function describe(told: readonly Told<ActivationData>[], _language: Language) {
    const names = await findNames(told.flatMap(({ data }) => data?.lead_id ?? []))
    return told.map(({ data }) => ({
      variables: { name: names.get(data?.lead_id ?? '') ?? '' },
      path: data ? `${listPath}/${data.signature_id}` : listPath,
    }))
  }
  const source: NotificationSource<ActivationData> = { type: signatureActivated, describe }
  return [source]
}
