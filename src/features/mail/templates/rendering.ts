import { type MailKind, type MailText, type TemplateKind, templateKinds } from '#features/mail/contract.ts'
import type { MailInput, MailWriter, RenderedMail } from '#features/mail/mails/sheet.ts'
import { isWithoutRightsLink, type MailVariable, mailVariables } from '#features/mail/model.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { LocalizedText } from '#shared/text.ts'
import { createTemplateStore } from './template-store.ts'

export interface RenderingOptions {
  db: Database
  translator: (language: Language) => Translate
  /** Loads the renderer of mails; called for the first mail. */
  loadWriter: () => Promise<MailWriter>
  /** The text of a campaign in a language. */
  findCampaignText: (campaignId: string, language: Language) => Promise<MailText | undefined>
  publicUrl: string
  /** What the site says about itself now. */
  describeSite(): {
    name: string
    taglines: LocalizedText
    company: { name?: string; address: string }
  }
}

type WrittenKind = TemplateKind | 'campaign'
const allVariables = new Set<MailVariable>(Object.values(mailVariables).flat())
const isTemplateKind = (kind: string): kind is TemplateKind => templateKinds.some((one) => one === kind)

/** Renders mails: finds the text of each, and renders it in its reader's language. */
export function createRendering(options: RenderingOptions) {
  const { translator, publicUrl } = options
  const { builtIn, findText } = createTexts(options)
  const draw = createDrawing(options)

  /** The sample values of variables. */
  function sampleValues(language: Language): Record<string, string> {
    const t = translator(language)
    return Object.fromEntries(
      [...allVariables].filter((name) => name !== 'site').map((name) => [name, t(`mail:sample.${name}`)]),
    )
  }
  const sampleAddress = (language: Language) => `${publicUrl}/${language}/`

  return {
    builtIn,
    sampleAddress,

    /** A mail as it is sent. */
    async write(mail: MailInput): Promise<RenderedMail> {
      const {
        as = 'campaign',
        subject = '',
        preheader = '',
        body = '',
        action = '',
        ...given
      } = mail.variables
      const values = { name: mail.to.name, ...given }
      if (mail.kind !== 'test') return draw(mail, mail.kind, values, await findText(mail))
      const kind: WrittenKind = isTemplateKind(as) ? as : 'campaign'
      const text = { subject, preheader, body, action }
      return draw(mail, kind, { ...sampleValues(mail.language), ...values }, text, true)
    },

    /** A text as its readers would get it, with sample data and links. */
    writeSample(
      kind: WrittenKind,
      language: Language,
      text: MailText,
      actionUrl?: string,
    ): Promise<RenderedMail> {
      const address = sampleAddress(language)
      return draw(
        {
          language,
          actionUrl: actionUrl ?? address,
          unsubscribeUrl:
            isWithoutRightsLink(kind) || kind === 'rights_link' ? null : `${address}#unsubscribe`,
          rightsUrl: isWithoutRightsLink(kind) ? null : `${address}#rights`,
        },
        kind,
        sampleValues(language),
        text,
      )
    },

    /** The variables of a test mail, which carry its text because it may not be saved. */
    testMailVariables: (kind: WrittenKind, text: MailText): Record<string, string> => ({ as: kind, ...text }),
  }
}
export type Rendering = ReturnType<typeof createRendering>

type TextOptions = Pick<RenderingOptions, 'db' | 'translator' | 'findCampaignText'>

/** Finds the texts of mails: built in, changed by the team, or of a campaign. */
function createTexts({ db, translator, findCampaignText }: TextOptions) {
  const store = createTemplateStore(db)

  /** The built-in text of a mail, with its variables unreplaced. */
  function builtIn(kind: TemplateKind, language: Language): MailText {
    const t = translator(language)
    const variables = Object.fromEntries(mailVariables[kind].map((name) => [name, `{{${name}}}`]))
    const part = (name: string) => t(`mail:${kind}.${name}`, variables)
    return {
      ...{ subject: part('subject'), preheader: part('preheader') },
      ...{ body: part('body'), action: part('action') },
    }
  }

  async function findText({
    kind,
    campaignId,
    language,
  }: Pick<MailInput, 'kind' | 'campaignId' | 'language'>): Promise<MailText> {
    if (isTemplateKind(kind)) return (await store.findNewest(kind, language))?.text ?? builtIn(kind, language)
    const text = campaignId ? await findCampaignText(campaignId, language) : undefined
    if (!text) throw new Error(`there is no text for a mail of the kind ${kind} in ${language}`)
    return text
  }

  return { builtIn, findText }
}

type DrawingOptions = Omit<RenderingOptions, 'db' | 'findCampaignText'>

/** Renders mails whose text is known; loads the renderer for the first one. */
function createDrawing({ translator, loadWriter, publicUrl, describeSite }: DrawingOptions) {
  let writer: Promise<MailWriter> | undefined

  return async function draw(
    mail: Pick<MailInput, 'language' | 'actionUrl' | 'unsubscribeUrl' | 'rightsUrl'>,
    kind: MailKind,
    values: Record<string, string>,
    text: MailText,
    isTestMail = false,
  ): Promise<RenderedMail> {
    writer ??= loadWriter()
    const { renderMail } = await writer
    const t = translator(mail.language)
    const { name, taglines, company } = describeSite()
    const site = { site: name }
    const tagline = taglines[mail.language]
    const sender = [t('mail:footer.sender', { company: company.name ?? name }), company.address]
      .join(' ')
      .trim()
    return renderMail({
      language: mail.language,
      site: { name, url: publicUrl },
      text,
      values: { ...values, ...site },
      ...{ actionUrl: mail.actionUrl, unsubscribeUrl: mail.unsubscribeUrl, rightsUrl: mail.rightsUrl },
      isSealed: kind === 'badge_awarded',
      words: {
        reason: t(`mail:${isTestMail ? 'test' : kind}.reason`, site),
        line: tagline ? t('site:footer.tagline', { name, tagline }) : t('site:footer.line', { name }),
        sender,
        fallback: t('mail:footer.fallback'),
        rights: t('mail:footer.rights'),
        unsubscribe: t('mail:footer.unsubscribe'),
        ...(isTestMail && {
          note: t('mail:test.note'),
          subject: t('mail:test.subject', { subject: '{{subject}}' }),
        }),
      },
    })
  }
}
