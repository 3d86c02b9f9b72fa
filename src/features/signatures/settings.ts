import { z } from 'zod'
import { defineSetting } from '#shared/setting.ts'

/** What admins change about signatures. */
export const signatureSettings = {
  /** For how many hours a link can activate a signature. */
  linkHours: defineSetting('signatureLinkHours', {
    schema: z.number('invalid').int('invalid').min(1, 'link_hours_invalid').max(720, 'link_hours_invalid'),
    default: 72,
    readableBy: 'viewer',
  }),
  /** How many hours before its end the reminder of a link is sent; 0 for none. */
  reminderHours: defineSetting('signatureReminderHours', {
    schema: z
      .number('invalid')
      .int('invalid')
      .min(0, 'reminder_hours_invalid')
      .max(720, 'reminder_hours_invalid'),
    default: 24,
    readableBy: 'viewer',
  }),
  /** Whether those who join the programme are invited at once. */
  invitesNewLeads: defineSetting('signatureInvitesNewLeads', {
    schema: z.boolean('invalid'),
    default: false,
    readableBy: 'viewer',
  }),
}
