import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, type FieldError } from '#admin/kit/api/api-client.ts'
import { describeError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { Campaign, CampaignDraft } from '#features/campaigns/contract.ts'
import { draftOf, emptyDraft, findUnfinished, isSameDraft } from './campaign-form.ts'
import { useAudienceCount, useCampaignActions } from './use-campaigns.ts'

/** The dialogs of the editor. */
export type DraftStep = 'launch' | 'testMail' | 'remove'

export interface CampaignEditorProps {
  /** The campaign as it was read; undefined for a new one. */
  campaign: Campaign | undefined
  /** For a new one: the leads that were chosen one by one. */
  leadIds?: string[]
  onSaved?: () => void
  /** Drops the unsaved changes and starts from the newest version. */
  onStartOver?: () => void
}

export type CampaignEditing = ReturnType<typeof useCampaignEditor>

/** The state of the campaign editor, and its actions. */
export function useCampaignEditor(props: CampaignEditorProps) {
  const { campaign: current, onStartOver } = props
  const { t, language: ownLanguage } = useTexts()
  const toasts = useToasts()
  const actions = useCampaignActions()
  const edited = useCampaignDraft(props)
  const { draft } = edited
  const [language, setLanguage] = useState(draft.fallback_language)
  const [showsGaps, setShowsGaps] = useState(false)
  const [step, setStep] = useState<DraftStep>()
  const [settledAudience] = useDebouncedValue(draft.audience, 300)
  const count = useAudienceCount(settledAudience)
  const close = () => setStep(undefined)
  const { act, ...requests } = useCampaignRequests({ current, save: edited.save, onSettled: close })

  function isNamed(): boolean {
    if (draft.name.trim() !== '') return true
    setShowsGaps(true)
    toasts.show('error', t('campaigns.form.nameRequired'))
    return false
  }

  async function openLaunch(): Promise<void> {
    if (!isNamed()) return
    const unfinished = findUnfinished(draft)
    if (unfinished) {
      setShowsGaps(true)
      setLanguage(unfinished)
      return toasts.show('error', t('campaigns.form.toMend'))
    }
    // Soon after the screen was opened, the count is still being made.
    const { data, error } = count.data ? count : await count.refetch({ cancelRefetch: false })
    if (data?.total) setStep('launch')
    else toasts.show('error', error ? describeError(error, t) : t('campaigns.audience.nobody'))
  }

  function launch(dueAt: string | null, throttle: number): void {
    act(async ({ id, updated_at }) => {
      edited.setSaved(await actions.schedule(id, { due_at: dueAt, throttle, updated_at }))
      return dueAt === null
        ? t('campaigns.toasts.started')
        : t('campaigns.toasts.scheduled', { date: formatMoment(dueAt, ownLanguage) })
    })
  }

  async function reload(): Promise<void> {
    if (current) await actions.reload(current.id)
    onStartOver?.()
  }

  return {
    ...requests,
    current,
    draft,
    isChanged: edited.isChanged,
    change: edited.change,
    language,
    setLanguage,
    showsGaps,
    count,
    step,
    setStep,
    close,
    save: () => isNamed() && act(async () => t('campaigns.toasts.saved')),
    openLaunch,
    launch,
    reload,
  }
}

/** The unsaved draft of a campaign, and the saved one. */
function useCampaignDraft({ campaign: current, leadIds = [], onSaved }: CampaignEditorProps) {
  const { language } = useTexts()
  const actions = useCampaignActions()
  // The version that was opened or last saved here: the server compares with it.
  const [saved, setSaved] = useState(current)
  const [blank] = useState(() => emptyDraft(language, leadIds))
  const [draft, setDraft] = useState<CampaignDraft>(() => (current ? draftOf(current) : blank))
  const isChanged = !isSameDraft(draft, saved ? draftOf(saved) : blank)
  const change = (changes: Partial<CampaignDraft>) => setDraft((before) => ({ ...before, ...changes }))

  /** Saves the changes; returns the saved campaign. */
  async function save(): Promise<Campaign> {
    if (saved && !isChanged) return saved
    const campaign = saved
      ? await actions.change(saved.id, { ...draft, updated_at: saved.updated_at })
      : await actions.create(draft)
    setSaved(campaign)
    setDraft(draftOf(campaign))
    onSaved?.()
    return campaign
  }

  return { draft, isChanged, change, save, setSaved }
}

interface CampaignRequests {
  current: Campaign | undefined
  save: () => Promise<Campaign>
  onSettled: () => void
}

/** The requests of the editor, the fields that the server refused, and the navigation afterwards. */
function useCampaignRequests({ current, save, onSettled }: CampaignRequests) {
  const { t } = useTexts()
  const toasts = useToasts()
  const navigate = useNavigate()
  const actions = useCampaignActions()
  const [refused, setRefused] = useState<FieldError[]>([])
  const [isStale, setStale] = useState(false)
  const [destination, setDestination] = useState<string>()
  const removing = useAction({ onError: onSettled })
  const saving = useAction({
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      if (error.status === 409) setStale(true)
      setRefused(error.fields)
    },
    onSettled,
  })

  // Only once the leave guard knows that nothing is unsaved.
  useEffect(() => {
    if (destination !== undefined) void navigate(destination, { replace: true })
  }, [destination, navigate])

  /** Saves, runs `work` on the saved campaign, shows the message that it returns, and opens the campaign if it was new. */
  function act(work: (campaign: Campaign) => Promise<string>): void {
    saving.run(async () => {
      setRefused([])
      const campaign = await save()
      toasts.show('success', await work(campaign))
      if (!current) setDestination(`/admin/email/campaigns/${campaign.id}`)
    })
  }

  function remove(): void {
    removing.run(async () => {
      if (current) await actions.remove(current.id)
      setDestination('/admin/email/campaigns')
    }, t('campaigns.toasts.removed'))
  }

  return {
    isBusy: saving.isBusy || removing.isBusy,
    isLeaving: destination !== undefined,
    refused,
    isStale,
    act,
    remove,
  }
}
