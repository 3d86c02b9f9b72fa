import { z } from 'zod'
import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import { type LeadKind, leadKinds } from '#shared/lead-requests.ts'
import {
  type NewNotification,
  type NotificationSource,
  type NotificationType,
  notificationOf,
  type Told,
} from '#shared/notifications/type.ts'
import { leadPermissions } from './permissions.ts'

const LeadData = z.object({ lead_id: z.uuid(), kind: z.enum(leadKinds) })
type LeadData = z.infer<typeof LeadData>

const common = {
  permission: leadPermissions.read,
  schema: LeadData,
  isAlarming: false,
  isAboutPeople: true,
  // A flood of them, such as from a bot, is few notifications.
  groupMinutes: 5,
} as const

/** Somebody has joined the programme. */
const leadJoined: NotificationType<LeadData> = { ...common, name: 'leads.joined', mail: 'daily' }

/** Somebody has asked the team for something. The mailbox of the team gets each by mail. */
const leadAsked: NotificationType<LeadData> = { ...common, name: 'leads.asked', mail: 'never' }

/** The notification of what somebody has sent from the site. */
export function tellOfLead(leadId: string, kind: LeadKind, at: Date): NewNotification {
  const data = { lead_id: leadId, kind }
  return notificationOf(kind === 'adopter' ? leadJoined : leadAsked, { data, at, personId: leadId })
}

interface LeadNotificationOptions {
  /** The names of leads by id. */
  findNames(ids: string[]): Promise<Map<string, string>>
  translator(language: Language): Translate
}

const listPath = '/admin/early-adopters'

/** What the team is told about leads. */
export function createLeadNotifications({
  findNames,
  translator,
}: LeadNotificationOptions): NotificationSource[] {
  async function describe(told: readonly Told<LeadData>[], language: Language) {
    const names = await findNames(told.flatMap(({ data }) => data?.lead_id ?? []))
    const t = translator(language)
    return told.map(({ data }) => ({
      variables: {
        name: names.get(data?.lead_id ?? '') ?? '',
        kind: data ? t(`leads:leads.kinds.${data.kind}`) : '',
      },
      path: data ? `${listPath}/${data.lead_id}` : listPath,
    }))
  }
  const sources: NotificationSource<LeadData>[] = [
    { type: leadJoined, describe },
    { type: leadAsked, describe },
  ]
  return sources
}
