import { z } from 'zod'
import { PendingEmail } from '#features/accounts/profile/contract.ts'
import { languages } from '#shared/languages.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { accessLevels, Role } from '#shared/roles.ts'
import { emailText, nameText, text } from '#shared/text.ts'
import { SignedInUser, User } from '#shared/user.ts'

/** The sign-in form (form-encoded). */
export const LoginForm = z.object({
  username: text(200, 'username_required').min(1, 'username_required'),
  password: z.string('password_required').min(1, 'password_required').max(1000, 'too_long'),
})
export type LoginForm = z.infer<typeof LoginForm>

/** The response to a successful sign-in. `expires_in` is the number of seconds after which an unused token ends. */
export const LoginResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().int(),
})
export type LoginResponse = z.infer<typeof LoginResponse>

/** One signed-in device. */
export const Session = z.object({
  id: z.uuid(),
  current: z.boolean(),
  user_agent: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  /** When it ends unless it is used. */
  expires_at: z.iso.datetime(),
})
export type Session = z.infer<typeof Session>

/** A new password. `password-rules.ts` checks whether it is too short or too easy to guess. */
export const NewPassword = z.string('password_required').min(8, 'password_short').max(1000, 'too_long')

/** The name or address of the user who wants to choose a new password. */
export const RecoveryRequest = z.object({
  username: text(254, 'username_required').min(1, 'username_required'),
})
export type RecoveryRequest = z.infer<typeof RecoveryRequest>

/** The new password, with the token of the link that was sent. */
export const Recovery = z.object({ token: text(200), password: NewPassword })
export type Recovery = z.infer<typeof Recovery>

/** The profile of the signed-in user, with what only they may see. */
export const Profile = SignedInUser.extend({
  /** The address that counts. */
  email: z.string().nullable(),
  pending_email: PendingEmail.nullable(),
  /** Whether a new address has to be confirmed by a link; where no mails are sent, it counts at once. */
  confirms_email: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

/**
 * A user's own name and address. Another address needs the password, since it receives links to a new password, and counts
 * once it is confirmed by a link.
 */
export const ProfileChange = z.object({
  name: nameText(120, 'name_required').pipe(z.string().min(1, 'name_required')),
  email: emailText.nullable(),
  password: z.string('password_required').max(1000, 'too_long').optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** The user's password, for confirmation. */
export const PasswordConfirmation = z.object({
  password: z.string('password_required').min(1, 'password_required').max(1000, 'too_long'),
})
export type PasswordConfirmation = z.infer<typeof PasswordConfirmation>

/** A change of the user's own password. */
export const PasswordChange = z.object({
  current: z.string('password_required').min(1, 'password_required').max(1000, 'too_long'),
  password: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** How many users a team has at most. */
export const mostUsers = 500

/** `invited`: has not accepted yet; `disabled`: cannot sign in. */
export const userStates = ['active', 'invited', 'disabled'] as const

/** A user as admins see them. */
export const ManagedUser = User.extend({
  email: z.string().nullable(),
  state: z.enum(userStates),
  created_at: z.iso.datetime(),
  /** When one of their sessions was last used. */
  last_seen_at: z.iso.datetime().nullable(),
  /** Their open sessions. */
  sessions: z.number().int(),
  /** Whether the password alone does not sign them in. */
  second_factor: z.boolean(),
  /** Of somebody who has not accepted it yet. */
  invitation: z
    .object({
      sent_at: z.iso.datetime(),
      expires_at: z.iso.datetime(),
      by_mail: z.boolean(),
      invited_by: z.string().nullable(),
    })
    .nullable(),
})
export type ManagedUser = z.infer<typeof ManagedUser>

/** What a user may do. Only editors can be limited to languages. */
const Access = z.object({
  role: Role,
  languages: z
    .array(LanguageCode)
    .min(1, 'languages_required')
    .transform((codes) => languages.filter((code) => codes.includes(code)))
    .nullable()
    .default(null),
})
const isEditorWithLanguages = ({ role, languages }: { role: Role; languages?: unknown }) =>
  !languages || role === 'editor'
const onlyEditors = { path: ['languages'], error: 'languages_for_editors' }

/** Languages that are not named stay as they are. */
export const UserChange = Access.extend({ languages: Access.shape.languages.unwrap().optional() }).refine(
  isEditorWithLanguages,
  onlyEditors,
)
export type UserChange = z.infer<typeof UserChange>

export const InvitationDraft = Access.extend({
  email: emailText,
  /** What they are called; they can change it when they accept. */
  name: nameText(120).default(''),
  /** The language of the mail, and of the page that it leads to. */
  language: LanguageCode,
}).refine(isEditorWithLanguages, onlyEditors)
export type InvitationDraft = z.infer<typeof InvitationDraft>

/** An invited user; `link` is there to be passed on when no mails are sent, and shown this once. */
export const Invited = z.object({ user: ManagedUser, link: z.string().nullable() })
export type Invited = z.infer<typeof Invited>

/** The token of the link that somebody was invited with. */
export const InvitationToken = z.object({ token: text(200) })

/** What somebody who follows their link is invited to. `name` is empty when nobody has given one. */
export const Invitation = User.pick({ username: true, name: true, role: true, languages: true }).extend({
  email: z.string(),
  invited_by: z.string().nullable(),
})
export type Invitation = z.infer<typeof Invitation>

export const Acceptance = InvitationToken.extend({
  name: nameText(120, 'name_required').pipe(z.string().min(1, 'name_required')),
  password: NewPassword,
})
export type Acceptance = z.infer<typeof Acceptance>

/** Something that users do, and the least level that may do it. */
export const PermissionEntry = z.object({
  /** Such as `badges.award`: the feature, and what is done there. */
  action: z.string(),
  least: z.enum(accessLevels),
  recent_password: z.boolean(),
  /** Whether an API key may have it as a scope. */
  keys: z.boolean(),
})
export type PermissionEntry = z.infer<typeof PermissionEntry>
