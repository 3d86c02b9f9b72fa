import './texts.ts'
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useCanIn } from '#admin/kit/api/api-context.tsx'
import { describeError, fieldErrors } from '#admin/kit/api/errors.ts'
import { useLanguageLimit, useOwnLanguage } from '#admin/kit/api/own-language.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { BackLink } from '#admin/kit/back-link.tsx'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState, Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { useBadgeTypes } from '#features/badges/admin/parts/badge-types.ts'
import type { BadgeDescription, BadgeText } from '#features/badges/contract.ts'
import { badgePermissions } from '#features/badges/permissions.ts'
import { BadgeType } from '#shared/badge-types.ts'
import { isLanguage, type Language, languageNames, languages } from '#shared/languages.ts'
import { BadgeSeal } from '#ui/badge-seal-picture.tsx'
import styles from './badges.module.css'
import { useBadgeActions } from './use-badges.ts'

const fields = [
  { name: 'name', longest: 80, rows: 1 },
  { name: 'description', longest: 500, rows: 3 },
  { name: 'criteria', longest: 2000, rows: 5 },
] as const

/** The name and the description of a badge in each language. */
export function BadgeTextScreen() {
  const { t } = useTexts()
  const type = BadgeType.safeParse(useParams().type)
  const badges = useBadgeTypes()
  if (!type.success) {
    return (
      <>
        <ScreenHeading before={<BackToBadges />} title={t('screens.badges')} />
        <EmptyState title={t('badges.unknown')} />
      </>
    )
  }
  const name = badges.data?.find((badge) => badge.type === type.data)?.name ?? ''
  return <BadgeTextEditor key={type.data} type={type.data} title={t('badges.textsNamed', { badge: name })} />
}

function BackToBadges() {
  const { t } = useTexts()
  return <BackLink to="/admin/badges">{t('badges.back')}</BackLink>
}

function BadgeTextEditor({ type, title }: { type: BadgeType; title: string }) {
  const { t } = useTexts()
  const ownLanguage = useOwnLanguage()
  const [params, setParams] = useSearchParams()
  const asked = params.get('language')
  const language = isLanguage(asked) ? asked : ownLanguage
  const limit = useLanguageLimit(language)
  const badges = useBadgeTypes(language)
  // The unsaved texts by language.
  const [drafts, setDrafts] = useState<Partial<Record<Language, BadgeText>>>({})
  const badge = badges.data?.find((one) => one.type === type)

  const setDraft = (draft: BadgeText | undefined) =>
    setDrafts(({ [language]: _, ...others }) => (draft ? { ...others, [language]: draft } : others))

  return (
    <>
      <LeaveGuard isDirty={Object.keys(drafts).length > 0} />
      <ScreenHeading before={<BackToBadges />} title={title} intro={t('badges.texts.intro')} />
      <NativeSelect
        maw="20rem"
        mb="1.5rem"
        label={t('badges.texts.language')}
        value={language}
        onChange={(event) => setParams({ language: event.currentTarget.value }, { replace: true })}
        rightSection={<ChevronIcon />}
        data={languages.map((code) => ({
          value: code,
          label: drafts[code]
            ? t('badges.texts.unsaved', { language: languageNames[code] })
            : languageNames[code],
        }))}
      />
      {badges.isPending && <LoadingBlock height={320} />}
      {badges.isError && !badge && (
        <LoadFailure query={badges} describe={(reason) => t('badges.failedToLoad', { reason })} />
      )}
      {badge && (
        <Stack>
          {limit !== undefined && <Notice>{limit}</Notice>}
          <TextForm
            key={language}
            badge={badge}
            draft={drafts[language]}
            language={language}
            onDraft={setDraft}
          />
        </Stack>
      )}
    </>
  )
}

interface TextFormProps {
  badge: BadgeDescription
  draft: BadgeText | undefined
  language: Language
  onDraft: (draft: BadgeText | undefined) => void
}

function TextForm({ badge, draft, language, onDraft }: TextFormProps) {
  const { t, format } = useTexts()
  const toasts = useToasts()
  const actions = useBadgeActions()
  const canEdit = useCanIn(badgePermissions.editTexts, language)
  const [isAsking, setAsking] = useState(false)
  const { isBusy, error, run } = useAction({
    showsFailure: true,
    onError: (failure) => {
      if (Object.keys(fieldErrors(failure)).length === 0) toasts.show('error', describeError(failure, t))
    },
    onSettled: () => setAsking(false),
  })
  const errors = fieldErrors(error)
  const shown: BadgeText = draft ?? badge

  const change = (action: () => Promise<unknown>, done: string) =>
    run(async () => {
      await action()
      onDraft(undefined)
    }, done)
  function save(event: FormEvent) {
    event.preventDefault()
    const { name, description, criteria } = shown
    const text = { name, description, criteria }
    change(() => actions.saveText(badge.type, language, text), t('badges.texts.saved'))
  }
  function edit(field: keyof BadgeText, value: string) {
    const { name, description, criteria } = shown
    onDraft({ name, description, criteria, [field]: value })
  }

  return (
    <Columns second="margin" from="medium">
      <StackedForm onSubmit={save} lang={language}>
        {fields.map((field) => (
          <TextField
            key={field.name}
            field={field}
            value={shown[field.name]}
            error={errors[field.name]}
            readOnly={!canEdit}
            onChange={(value) => edit(field.name, value)}
          />
        ))}
        <Hint>
          {badge.edited_at
            ? t('badges.texts.edited', { date: format.dateTime(badge.edited_at) })
            : t('badges.texts.builtIn')}
        </Hint>
        {canEdit && (
          <TextButtons
            isBusy={isBusy}
            isChanged={draft !== undefined}
            isEdited={badge.edited_at !== null}
            onDiscard={() => onDraft(undefined)}
            onReset={() => setAsking(true)}
          />
        )}
      </StackedForm>
      <Specimen type={badge.type} text={shown} language={language} />
      <ConfirmDialog
        opened={isAsking}
        title={t('badges.texts.resetTitle')}
        confirm={t('badges.texts.reset')}
        cancel={t('badges.award.cancel')}
        isBusy={isBusy}
        onConfirm={() => change(() => actions.resetText(badge.type, language), t('badges.texts.resetDone'))}
        onClose={() => setAsking(false)}
      >
        {t('badges.texts.resetText', { language: languageNames[language] })}
      </ConfirmDialog>
    </Columns>
  )
}

interface TextFieldProps {
  field: (typeof fields)[number]
  value: string
  error: string | undefined
  readOnly: boolean
  onChange: (value: string) => void
}

function TextField({ field: { name, longest, rows }, onChange, ...props }: TextFieldProps) {
  const { t } = useTexts()
  const common = { ...props, label: t(`badges.texts.${name}`), dir: 'auto', maxLength: longest }
  return rows === 1 ? (
    <TextInput {...common} onChange={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <Textarea {...common} autosize minRows={rows} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

interface TextButtonsProps {
  isBusy: boolean
  isChanged: boolean
  /** Whether the text differs from the built-in one. */
  isEdited: boolean
  onDiscard: () => void
  onReset: () => void
}

function TextButtons({ isBusy, isChanged, isEdited, onDiscard, onReset }: TextButtonsProps) {
  const { t } = useTexts()
  return (
    <ButtonRow>
      <Button type="submit" loading={isBusy} disabled={!isChanged}>
        {t('badges.texts.save')}
      </Button>
      {isChanged && (
        <Button variant="default" onClick={onDiscard}>
          {t('badges.texts.discard')}
        </Button>
      )}
      {isEdited && (
        <Button variant="default" onClick={onReset}>
          {t('badges.texts.reset')}
        </Button>
      )}
    </ButtonRow>
  )
}

interface SpecimenProps {
  type: BadgeType
  text: BadgeText
  language: Language
}

/** The badge with the unsaved text. */
function Specimen({ type, text, language }: SpecimenProps) {
  return (
    <figure className={styles.specimen} lang={language} dir="auto">
      <BadgeSeal type={type} size={220} />
      <figcaption>
        <b>{text.name}</b>
        <span>{text.description}</span>
      </figcaption>
    </figure>
  )
}
